import type { Race } from "@leebow/api/contract";
import { halfWidth90 } from "@leebow/core";
import { CircleAlert, Wind } from "lucide-react";
import { Link } from "react-router-dom";
import { Badge } from "../components/badge";
import { classes } from "../components/classes";
import { Icon } from "../components/icon";
import { fixed, unitWithInterval } from "../format/numbers";
import { clock, longDay, nearDay, zoneName } from "../format/times";
import type { OwnWords } from "../tracks/day-list";
import row from "../tracks/row.module.css";
import { StaticMap } from "../tracks/static-map";
import type { OpenRaceDialog } from "./open-race-dialog";
import { Coach, Competitors, RaceState } from "./race-facts";
import { RaceMenu } from "./race-menu";
import { raceName } from "./race-names";
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
