import type { Leaderboard } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { countText, fixed } from "../format/numbers";
import { MetricHelp } from "../help/metric-help";
import { fullName, session, useUser } from "../server/session";
import { filterTracks } from "../tracks/track-filter";
import { Avatar } from "../ui/avatar";
import { Button } from "../ui/button";
import { classes } from "../ui/classes";
import styles from "./leaderboard-panel.module.css";
import { Panel } from "./panel";
import { leaderboardOptions } from "./queries";
import { type DashboardFilter, rangeText } from "./report-filter";

/** Rows before Show All. *from* the specification. */
const LEADERBOARD_ROWS = 10;

/** The sailors of the teams by their hours on the water. */
export function LeaderboardPanel({ filter, className }: { filter: DashboardFilter; className?: string | undefined }) {
  return (
    <Panel
      title="Leaderboard"
      help={<MetricHelp name="Leaderboard" ids={["LeaderboardRow.time_on_water_h"]} />}
      counts={`Hours on the water of everybody in your teams, ${rangeText(filter)}. Press a name for the tracks.`}
      query={useQuery(leaderboardOptions(filter))}
      empty={(rows) =>
        rows.every(({ time_on_water }) => time_on_water === 0)
          ? "Nobody in your teams has a session on these days."
          : null
      }
      height={LEADERBOARD_ROWS * 36}
      className={className}
    >
      {(rows) => <Rows rows={rows} filter={filter} />}
    </Panel>
  );
}

function Rows({ rows, filter }: { rows: Leaderboard; filter: DashboardFilter }) {
  const [isAll, setAll] = useState(false);
  const user = useUser();
  const own = filter.user ?? user?.id;
  const ranked = rows.map((row, at) => ({ ...row, rank: at + 1 }));
  const shown = isAll ? ranked : ranked.filter(({ rank, id }) => rank <= LEADERBOARD_ROWS || id === own);
  const most = rows[0]?.time_on_water ?? 1;
  const openTracks = useOpenTracks(filter);
  return (
    <>
      <ol className={styles.rows}>
        {shown.map(({ id, rank, time_on_water, profile_img, ...person }) => {
          const name = fullName(person);
          return (
            <li key={id} className={classes(styles.row, id === own && styles.own)} value={rank}>
              <span className={styles.rank}>{rank}</span>
              <Avatar name={name} image={profile_img} size="small" />
              <button
                type="button"
                className={classes(styles.name, "truncate")}
                title={name}
                aria-label={`${name}, ${fixed(time_on_water, 1)} hours: show the tracks`}
                onClick={() => openTracks(id)}
              >
                {name}
                {id === own && <span className="visually-hidden"> (this report)</span>}
              </button>
              <span className="share-bar" aria-hidden="true">
                <i style={{ width: `${(100 * time_on_water) / most}%` }} />
              </span>
              <b>{fixed(time_on_water, 1)}</b>
            </li>
          );
        })}
      </ol>
      <div className={styles.foot}>
        {rows.length > LEADERBOARD_ROWS && (
          <Button aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? "Show First 10" : "Show All"}
          </Button>
        )}
        <span className="caption">hours on the water, {countText(rows.length, "sailor")}</span>
      </div>
    </>
  );
}

// From a figure to the track list, with the filter that the figure has.

/** Opens the track list of a person with the days and the boat class of the dashboard. */
export function useOpenTracks({ start, end, boat_class }: DashboardFilter): (person: number | null) => void {
  const navigate = useNavigate();
  return (person) => {
    const { user } = session;
    const isOwn = person === null || person === user?.id;
    const others = user?.can?.list_all_tracks ? "all" : "team";
    filterTracks({
      mode: isOwn ? "mine" : others,
      users: isOwn ? [] : [person],
      start_date: start,
      end_date: end,
      search: boat_class ?? "",
    });
    void navigate("/home");
  };
}
