import type { Race } from "@leebow/api/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { clock, shortDay } from "../format/times";
import { NewRaceButton, type OpenRaceDialog, useRaceDialog } from "../race/open-race-dialog";
import { raceListOptions, racesOf, useRaceProgress } from "../race/queries";
import { RaceMenu } from "../race/race-menu";
import { Coach, Competitors, RacePicture, RaceState } from "../race/race-row";
import { useUser } from "../server/session";
import { raceMode, raceName } from "../tracks/race-names";
import styles from "./races-rail.module.css";

/** Races beside the track list. */
const SHOWN = 4;

/** The latest races; all are in the tab Races. */
export function RacesRail() {
  const user = useUser();
  const { data } = useInfiniteQuery(raceListOptions({ mode: raceMode(user), search: "" }));
  const races = useMemo(() => (data ? racesOf(data).slice(0, SHOWN) : []), [data]);
  useRaceProgress(races);
  const { open, dialog } = useRaceDialog();
  return (
    <aside className={styles.rail} aria-label="Latest races">
      <div className={styles.head}>
        <h2>Latest races</h2>
        <NewRaceButton kind="outline" />
      </div>
      {data && races.length === 0 && (
        <p className="small quiet">No races yet. A race puts two or more tracks of one day on one clock.</p>
      )}
      {races.map((race, at) => (
        <RailRace key={race.id} race={race} isFirst={at === 0} onOpen={open} />
      ))}
      {races.length > 0 && (
        <Link to="/home?tab=races" className={styles.all}>
          All races
        </Link>
      )}
      {dialog}
    </aside>
  );
}

function RailRace({ race, isFirst, onOpen }: { race: Race; isFirst: boolean; onOpen: OpenRaceDialog }) {
  const name = raceName(race);
  const { start_time, tz, location } = race;
  return (
    <article className={styles.race} aria-label={name}>
      {isFirst && <RacePicture race={race} className={styles.map} />}
      <div className="row apart">
        <Link to={`/races/${race.id}`} className={styles.name} title={name}>
          <span className="two-lines">{name}</span>
        </Link>
        <RaceMenu race={race} onOpen={(dialog) => onOpen(race, dialog)} />
      </div>
      <p className="small secondary">
        {start_time
          ? [shortDay(start_time, tz), clock(start_time, tz), location].filter(Boolean).join(", ")
          : "Start not known yet"}
      </p>
      {isFirst && <Coach user={race.user} />}
      <div className={styles.state}>
        {race.processing_status === 3 && <Competitors race={race} brief />}
        {race.processing_status !== 3 && <RaceState race={race} />}
      </div>
    </article>
  );
}
