import type { RaceDay } from "@leebow/core";
import type { ReactNode } from "react";
import { countText } from "../../format/numbers";
import { clock as clockText, day as dayText, zoneName } from "../../format/times";
import { Segments } from "../../ui/choices";
import { Select } from "../../ui/select";
import { Swatch } from "./boat-cell";
import boatCell from "./boat-cell.module.css";
import { boatsByTrack, type ReportBoat, type ReportSubject } from "./boats";
import styles from "./report-head.module.css";
import { ReportMenu } from "./report-menu";
import type { Place } from "./report-place";
import type { CorrectionEditing } from "./use-corrections";

interface RaceHeadProps {
  subject: ReportSubject;
  day: RaceDay | null;
  /** Null without a race. */
  place: Place | null;
  editing: CorrectionEditing | null;
  onDownload: (() => void) | null;
  /** The head of a part of a page that has a title. */
  isPart?: boolean;
  /** Buttons before the menu. */
  children?: ReactNode;
}

/** Name and facts of the race, the choice of race and focus boat, and the menu. */
export function RaceHead({ subject, day, place, editing, onDownload, isPart, children }: RaceHeadProps) {
  const Title = isPart ? "h2" : "h1";
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <Title className="title">{subject.name}</Title>
        <p className="small secondary">{factsOf(subject, place)}</p>
      </div>
      {day && place && day.races.length > 1 && <RaceChoice day={day} place={place} zone={subject.zone} />}
      {place && <BoatChoice subject={subject} place={place} />}
      {children}
      {day && (place || editing) && (
        <ReportMenu {...{ subject, day, editing, onDownload }} race={place?.race ?? null} />
      )}
    </div>
  );
}

/** "15 November 2026, El Saler. Snipe. Start 12:30, Madrid time. Places are among the 8 boats with tracks." */
function factsOf({ location, start_time, zone, boats }: ReportSubject, place: Place | null): string {
  const classes = [...new Set(boats.map(({ boat_name }) => boat_name))];
  const start = place?.race.start_time ?? null;
  return [
    [dayText(start ?? start_time, zone), location].filter(Boolean).join(", "),
    classes.length === 1 && classes[0] !== "Other" && classes[0],
    start ? `Start ${clockText(start, zone)}, ${zoneName(zone)}` : zoneName(zone),
    place && `Places are among the ${countText(place.race.boats.length, "boat")} with tracks`,
  ]
    .filter(Boolean)
    .map((text) => `${text}.`)
    .join(" ");
}

/** Races that a row of segments has room for. */
const MAX_SEGMENTS = 4;

function RaceChoice({ day, place, zone }: { day: RaceDay; place: Place; zone: string | null }) {
  const choices = day.races.map(({ start_time }, at) => ({
    value: String(at),
    label:
      day.races.length > MAX_SEGMENTS ? `Race ${at + 1}, ${clockText(start_time, zone)}` : clockText(start_time, zone),
  }));
  const choice = {
    label: "Race of the day",
    choices,
    value: String(place.at),
    onChange: (next: string) => place.onRace(Number(next)),
  };
  return choices.length > MAX_SEGMENTS ? <Select bare {...choice} width={150} /> : <Segments {...choice} />;
}

function BoatChoice({ subject, place }: { subject: ReportSubject; place: Place }) {
  const boats = boatsByTrack(place.race, subject.boats);
  const racing = place.race.boats.map(({ track }) => boats.get(track)!);
  return <BoatSelect label="Focus boat" boats={racing} track={place.focus} onChange={place.onFocusBoat} />;
}

interface BoatSelectProps {
  label: string;
  boats: readonly ReportBoat[];
  track: string;
  onChange: (track: string) => void;
}

/** One of the boats of a race, with its colour. */
export function BoatSelect({ label, boats, track, onChange }: BoatSelectProps) {
  const choices = boats.map(({ track: value, label: name, sailor }) => ({
    value,
    label: sailor.endsWith(name) ? sailor : `${name}, ${sailor}`,
  }));
  return (
    <div className={boatCell.choice}>
      <Swatch index={boats.find((boat) => boat.track === track)?.index ?? 0} />
      <Select bare label={label} choices={choices} value={track} onChange={onChange} />
    </div>
  );
}
