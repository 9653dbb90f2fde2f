import type { RaceCorrection, RaceDay, RaceReport } from "@leebow/core";
import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { countText, fixed, withUnit } from "../../format/numbers";
import { clock, clockSeconds, minutesAndSeconds, zoneName } from "../../format/times";
import { Button, IconButton } from "../../ui/button";
import { Checkbox } from "../../ui/choices";
import { Dialog } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { Swatch } from "./boat-cell";
import type { ReportBoat } from "./boats";
import { timeOfDay } from "./clock";
import { isIn, momentOf, withCorrections } from "./corrections";
import { EditState } from "./edit-state";
import styles from "./races-dialog.module.css";
import { numberOf } from "./ratings";
import type { CorrectionEditing } from "./use-corrections";

interface RacesDialogProps {
  day: RaceDay;
  /** The race that is shown; null where none was found. */
  race: RaceReport | null;
  /** All boats with tracks, also those that took no part in this race. */
  boats: readonly ReportBoat[];
  /** Of the first track. */
  start_time: string | null;
  zone: string | null;
  editing: CorrectionEditing;
  onClose: () => void;
}

/** Which races there were and who took part: joined, divided, added, and boats with their clocks. Each change is stored at once. */
export function RacesDialog(props: RacesDialogProps) {
  const { race, zone, editing, onClose } = props;
  return (
    <Dialog
      open
      closable
      onClose={onClose}
      size="wide"
      title="Races and boats"
      description="Each change is stored at once, and the report is computed with it."
    >
      <Races {...props} />
      {race && <Boats {...props} race={race} />}
      <ByHand {...props} />
      <EditState editing={editing} />
      <p className="caption">
        Times are {zoneName(zone)}.{race && ` The race that is shown is that of ${clock(race.start_time, zone)}.`}
      </p>
    </Dialog>
  );
}

function Races({ day, start_time, zone, editing }: RacesDialogProps) {
  const add = (one: RaceCorrection) => editing.change((list) => [...list, one]);
  return (
    <section className="grid gap-8">
      <h3>Races of the day</h3>
      {day.races.length === 0 && <p className="secondary">No race was found in these tracks.</p>}
      <ul className={styles.rows}>
        {day.races.map((one, at) => (
          <li key={one.start_time}>
            <span className="grow">
              Race {at + 1}, {clock(one.start_time, zone)} to {clock(one.end_time, zone)}.{" "}
              {countText(one.boats.length, "boat")}
            </span>
            {at + 1 < day.races.length && (
              <Button onClick={() => add({ action: "merge_race", at: momentOf(one) })}>Join with race {at + 2}</Button>
            )}
          </li>
        ))}
      </ul>
      {start_time && <NewStart {...{ day, start_time, zone }} onAdd={add} />}
    </section>
  );
}

interface NewStartProps extends Pick<RacesDialogProps, "day" | "zone"> {
  start_time: string;
  onAdd: (one: RaceCorrection) => void;
}

/** A start that was not found: within a race it divides it, elsewhere a race begins with it. */
function NewStart({ day, start_time, zone, onAdd }: NewStartProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const store = () => {
    const at_ms = timeOfDay(text, Date.parse(day.races[0]?.start_time ?? start_time), zone);
    if (at_ms === null) return setError("Write the time as hours, minutes and seconds, for example 12:30:00.");
    const at = new Date(at_ms).toISOString();
    const isWithin = day.races.some((race) => at > race.start_time && at < race.end_time);
    onAdd(isWithin ? { action: "split_race", at } : { action: "set_gun", at, gun_time: at });
    setText("");
  };
  return (
    <div className={styles.start}>
      <Field
        label={`Another start, ${zoneName(zone)}`}
        placeholder="hh:mm:ss"
        inputMode="numeric"
        value={text}
        error={error}
        hint="Within a race it divides the race there."
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => event.key === "Enter" && store()}
      />
      <Button onClick={store} disabled={text.trim() === ""}>
        Add the start
      </Button>
    </div>
  );
}

function Boats({ race, boats, editing, zone }: RacesDialogProps & { race: RaceReport }) {
  const isOut = ({ track_ids, track }: ReportBoat) =>
    editing.list.some(
      (one) =>
        one.action === "exclude_boat" &&
        isIn(one, race) &&
        (one.track === track || track_ids.map(String).includes(one.track)),
    );
  const setIn = (boat: ReportBoat, takes_part: boolean) =>
    editing.change((list) =>
      takes_part
        ? list.filter(
            (one) =>
              one.action !== "exclude_boat" ||
              !isIn(one, race) ||
              ![boat.track, ...boat.track_ids.map(String)].includes(one.track),
          )
        : withCorrections(list, race, [{ action: "exclude_boat", at: momentOf(race), track: boat.track }]),
    );
  return (
    <section className="grid gap-8">
      <h3>Who took part in the race of {clock(race.start_time, zone)}</h3>
      <p className={styles.heads} aria-hidden="true">
        <span>Took part</span>
        <span>Clock ahead, s</span>
      </p>
      <ul className={styles.rows}>
        {boats.map((boat) => (
          <li key={boat.track}>
            <span className={styles.boat}>
              <Swatch index={boat.index} />
              <Checkbox label={boat.sailor} checked={!isOut(boat)} onChange={(on) => setIn(boat, on)} />
            </span>
            <ClockField boat={boat} editing={editing} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** By how many seconds the clock of a boat's device was ahead. */
function ClockField({ boat, editing }: { boat: ReportBoat; editing: CorrectionEditing }) {
  const isOwn = (one: RaceCorrection) => one.action === "set_clock" && one.track === boat.track;
  const set = editing.list.findLast((one) => one.action === "set_clock" && one.track === boat.track);
  const stored = set?.action === "set_clock" ? String(set.ahead_s) : "";
  const [text, setText] = useState(stored);
  const [error, setError] = useState<string>();
  useEffect(() => setText(stored), [stored]);
  const store = () => {
    const ahead_s = text.trim() === "" ? 0 : numberOf(text);
    if (Number.isNaN(ahead_s) || Math.abs(ahead_s) > 86_400) return setError("Write seconds, for example 2.");
    if (ahead_s === Number(stored)) return;
    editing.change((list) => [
      ...list.filter((one) => !isOwn(one)),
      ...(ahead_s === 0 ? [] : [{ action: "set_clock" as const, track: boat.track, ahead_s }]),
    ]);
  };
  return (
    <div className={styles.clock}>
      <Field
        bare
        label={`Clock of ${boat.sailor} ahead, s`}
        inputMode="decimal"
        placeholder="0"
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
        onBlur={store}
        onKeyDown={(event) => event.key === "Enter" && store()}
      />
    </div>
  );
}

/** All that was corrected, each with the way back. */
function ByHand({ day, boats, zone, editing }: RacesDialogProps) {
  if (editing.list.length === 0) return null;
  const nameOf = (track: string) =>
    boats.find((boat) => boat.track === track || boat.track_ids.map(String).includes(track))?.sailor ?? track;
  const timeOf = (at: string) => clockSeconds(at, zone);
  const raceOf = (at: string) =>
    clock(day.races.find((race) => at >= race.start_time && at <= race.end_time)?.start_time ?? at, zone);
  return (
    <section className="grid gap-8">
      <h3>By hand</h3>
      <ul className={styles.rows}>
        {editing.list.map((one) => {
          const text = correctionText(one, nameOf, timeOf, raceOf);
          return (
            <li key={JSON.stringify(one)}>
              <span className="grow">{text}</span>
              <IconButton
                icon={Trash2}
                label={`Take back: ${text}`}
                onClick={() => editing.change((list) => list.filter((other) => other !== one))}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

// What a correction of a race says, as a sentence without its full stop.

const ENDS = { pin: "pin end", committee: "committee boat's end" };

export function correctionText(
  one: RaceCorrection,
  nameOf: (track: string) => string,
  timeOf: (iso: string) => string,
  /** Start of the race that has a moment. */
  raceOf: (iso: string) => string,
): string {
  switch (one.action) {
    case "set_gun":
      return `Gun at ${timeOf(one.gun_time)}`;
    case "set_clock":
      return `Clock of ${nameOf(one.track)}: ${fixed(Math.abs(one.ahead_s), 1)} s ${one.ahead_s < 0 ? "behind" : "ahead"}`;
    case "place_mark":
      return `Mark ${one.waypoint}${one.mark === 1 ? ", the second of the gate," : ""} placed, race of ${raceOf(one.at)}`;
    case "place_line_end":
      return `Starting line, ${ENDS[one.end]} placed, race of ${raceOf(one.at)}`;
    case "set_finish":
      return `Finishing line, ${ENDS[one.end]} placed, race of ${raceOf(one.at)}`;
    case "merge_race":
      return `The race of ${raceOf(one.at)} joined with the next one`;
    case "split_race":
      return `A race begins at ${timeOf(one.at)}`;
    case "exclude_boat":
      return `${nameOf(one.track)} took no part in the race of ${raceOf(one.at)}`;
    case "set_handicap":
      return one.system === "time_on_time" ? "Ratings are time on time" : "Ratings are time on distance";
    case "set_rating": {
      const after_s = one.start_after_s ?? 0;
      const start =
        after_s === 0
          ? ""
          : `, class start ${minutesAndSeconds(Math.abs(after_s))} ${after_s < 0 ? "before" : "after"} the gun`;
      return `Rating of ${nameOf(one.track)}: ${one.rating}${start}`;
    }
    case "set_course_length":
      return `Course of ${withUnit(one.length_nm, 2, "nm")}, race of ${raceOf(one.at)}`;
    case "set_score":
      return `${nameOf(one.track)}: ${one.score.toUpperCase()}, race of ${raceOf(one.at)}`;
  }
}
