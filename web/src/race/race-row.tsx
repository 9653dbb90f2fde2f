import type { Race } from "@leebow/api/contract";
import { halfWidth90 } from "@leebow/core";
import { CircleAlert, Wind } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { countText, fixed, unitWithInterval } from "../format/numbers";
import { clock, longDay, nearDay, zoneName } from "../format/times";
import { fullName } from "../server/session";
import type { OwnWords } from "../tracks/day-list";
import { raceName, trackNumbers } from "../tracks/race-names";
import row from "../tracks/row.module.css";
import { StaticMap } from "../tracks/static-map";
import { Avatar } from "../ui/avatar";
import { classes } from "../ui/classes";
import { Icon } from "../ui/icon";
import { Badge } from "../ui/marks";
import { Spinner } from "../ui/progress";
import type { OpenRaceDialog } from "./open-race-dialog";
import { RaceMenu } from "./race-menu";
import styles from "./race-row.module.css";

interface RaceRowProps {
  race: Race;
  own: OwnWords;
  onOpen: OpenRaceDialog;
}

/** One race of the list: map, name, start, coach, competitors, state, menu. */
export function RaceRow({ race, own: { location, hasDay }, onOpen }: RaceRowProps) {
  const name = raceName(race);
  const to = `/races/${race.id}`;
  return (
    <article className={classes(row.row, styles.row)} aria-label={`${name}, ${longDay(race.start_time, race.tz)}`}>
      <RacePicture race={race} className={row.map} />
      <div className={styles.what}>
        <Link to={to} className={row.name} title={name} data-row-link data-row={race.id}>
          <span className="two-lines">{name}</span>
        </Link>
        <div className="small secondary">
          {hasDay && `${nearDay(race.start_time, race.tz)}, `}
          {startText(race)}
        </div>
        {location && (
          <div className="small quiet truncate" title={location}>
            {location}
          </div>
        )}
        <Coach user={race.user} />
      </div>
      <div className={styles.who}>
        <Competitors race={race} />
        <div className={classes(styles.state, race.wind !== null && styles.beside)}>
          <RaceState race={race} onManage={race.can.edit ? () => onOpen(race, "tracks") : undefined} />
        </div>
      </div>
      <div className={styles.wind}>
        {race.wind && (
          <Badge tone="wind" icon={Wind} hint="Where the wind came from, mean of the race, estimated from all boats">
            {fixed(race.wind.twd_deg, 0)}° {unitWithInterval(halfWidth90(race.wind.sd_deg), 0, "°")}
          </Badge>
        )}
      </div>
      <div className={styles.actions}>
        <RaceMenu race={race} onOpen={(dialog) => onOpen(race, dialog)} />
      </div>
    </article>
  );
}

const startText = ({ start_time, tz }: Race): string =>
  start_time ? `${clock(start_time, tz)}, ${zoneName(tz)}` : "Start not known yet";

/** The map of the race with its boats; a mark when the race failed. */
export function RacePicture({ race, className }: { race: Race; className: string | undefined }) {
  if (race.processing_status === 2) {
    return (
      <div className={classes(className, styles.broken)}>
        <Icon of={CircleAlert} size={20} />
      </div>
    );
  }
  const name = raceName(race);
  const { static_map, static_map_dark } = race;
  return (
    <StaticMap
      track={{ static_map, static_map_dark, full_name: name }}
      alt={`Map of ${name}`}
      to={`/races/${race.id}`}
      className={className}
    />
  );
}

/** Names and pictures shown before "and 5 more". */
const SHOWN = 6;

/** The coach, who made the race. */
export function Coach({ user }: Pick<Race, "user">) {
  return (
    <div className="row gap-6 shrinks above-6">
      <Avatar name={fullName(user)} image={user.profile_img} size="small" />
      <span className="small secondary truncate" title={fullName(user)}>
        Coach: {fullName(user)}
      </span>
    </div>
  );
}

/** The competitors with their number; the numbers of the tracks when one user sailed them all. */
export function Competitors({ race, brief }: { race: Race; brief?: boolean }) {
  const [all, setAll] = useState(false);
  const { competitors } = race;
  const [first] = competitors;
  if (competitors.length < 2) {
    return (
      <div className="grid gap-4 shrinks">
        <p className={brief ? "small" : "medium"}>{trackNumbers(race)}</p>
        {first && !brief && (
          <p className="small secondary">
            {fullName(first)} sailed {race.track_ids.length === 2 ? "both" : "all of them"}.
          </p>
        )}
      </div>
    );
  }
  const hidden = all ? 0 : Math.max(0, competitors.length - SHOWN);
  return (
    <div className="grid gap-4 shrinks">
      <div className={styles.faces}>
        {competitors.slice(0, SHOWN).map((person) => (
          <Avatar key={person.id} name={fullName(person)} image={person.profile_img} size="small" />
        ))}
        <span className={brief ? "small" : "medium"}>{countText(competitors.length, "competitor")}</span>
      </div>
      {!brief && (
        <p className="small secondary">
          {competitors
            .slice(0, competitors.length - hidden)
            .map(fullName)
            .join(", ")}
          {hidden > 0 && (
            <>
              {" and "}
              <button type="button" className="link tap" onClick={() => setAll(true)}>
                {hidden} more
              </button>
            </>
          )}
        </p>
      )}
    </div>
  );
}

interface RaceStateProps {
  race: Race;
  /** Opens the dialog of the race's tracks; absent for those who may not change them. */
  onManage?: (() => void) | undefined;
}

/** What the server is doing with the race, or why it failed. */
export function RaceState({ race: { processing_status: status, error, wind_reason }, onManage }: RaceStateProps) {
  if (status === 2) {
    return (
      <div className={styles.failed}>
        <Icon of={CircleAlert} />
        <div>
          <b>There was an error processing this race.</b>
          {error && error !== "There was an error processing this race." && <p className="secondary">{error}</p>}
          {onManage && (
            <p className="secondary">
              Take out the track that cannot be read, then save.{" "}
              <button type="button" className="link tap" onClick={onManage}>
                Manage Tracks
              </button>
            </p>
          )}
        </div>
      </div>
    );
  }
  if (status === 3) return wind_reason ? <p className="small quiet">{wind_reason}</p> : null;
  return (
    <div className={status === 4 ? styles.updating : styles.working} role="status">
      <Spinner />
      <b>{status === 4 ? "Race wind data is updating" : "Working on this race"}</b>
    </div>
  );
}
