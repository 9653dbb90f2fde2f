import { halfWidth90, type RaceReport } from "@leebow/core";
import { amount, countText, fixed, withUnit } from "../../format/numbers";
import { clockSeconds, hms, longDay, minutesSeconds, zoneName } from "../../format/times";
import { unitName } from "../../format/units";
import { Paper } from "../../ui/paper";
import { Table } from "../../ui/table";
import { noteText, type ReportBoat, type ReportSubject } from "./boats";
import { behindText } from "./figures";
import { systemText } from "./handicap-card";
import { legNote, legRows, waypointName } from "./legs";
import { biasSentence, gunText } from "./start-card";

interface RacePaperProps {
  subject: ReportSubject;
  race: RaceReport;
  boats: ReadonlyMap<string, ReportBoat>;
  onDone: () => void;
}

const KINDS = { up: "upwind", reach: "reach", down: "downwind" };

/** A race on paper: result, start, every leg. */
export function RacePaper({ subject, race, boats, onDone }: RacePaperProps) {
  const { name, location, zone: tz } = subject;
  const nameOf = (track: string) => boats.get(track)?.sailor ?? track;
  const labelOf = (track: string) => boats.get(track)?.label ?? track;
  return (
    <Paper onDone={onDone}>
      <h1>{name}</h1>
      <p>
        {[longDay(race.start_time, tz), location].filter(Boolean).join(", ")}. Start {clockSeconds(race.start_time, tz)}
        , {zoneName(tz)}. {gunText(race, tz)}. Places are among the {countText(race.boats.length, "boat")} with tracks;
        in brackets: another one may have it.
      </p>
      {race.line && <p>{biasSentence(race.line, race.legs)}</p>}
      {race.notes.map((note) => (
        <p key={note.text}>{noteText(note, subject.boats)}</p>
      ))}
      <h2>Result</h2>
      <Table
        isPlain
        heads={[
          "Place",
          "Boat",
          ...race.legs.map((_, leg) => `At ${waypointName(race, leg)}`),
          "Elapsed",
          `Sailed, ${unitName("m")}`,
        ]}
        rows={race.boats.map((boat) => [
          placeText(boat.place, boat.place_sure),
          nameOf(boat.track),
          ...race.legs.map((_, leg) => boat.passings[leg] && passingText(boat.passings[leg])),
          hms(boat.elapsed_s),
          amount(boat.sailed_m, 0, "m"),
        ])}
      />
      {race.handicap && <Corrected result={race.handicap} nameOf={nameOf} />}
      {race.legs.map(({ kind, length_m, from, to }, leg) => (
        <section key={`${from} ${to}`}>
          <h2>
            Leg {leg + 1}, {KINDS[kind]}, {withUnit(length_m, 0, "m")}
          </h2>
          <Table isPlain heads={legHeads()} rows={legRows(race, leg).map((row) => legCells(row, nameOf))} />
          <p>{legNote(race, leg, labelOf)}</p>
        </section>
      ))}
    </Paper>
  );
}

const placeText = (place: number | null, isSure: boolean) => (place === null ? "–" : isSure ? place : `(${place})`);

const passingText = ({ place, place_sure, behind_s }: NonNullable<RaceReport["boats"][number]["passings"][number]>) =>
  `${placeText(place, place_sure)}  ${behindText(behind_s)}`;

const legHeads = () => [
  "Place",
  "Boat",
  "Time",
  `Sailed, ${unitName("m")}`,
  `Speed, ${unitName("kn")}`,
  `VMG, ${unitName("kn")}`,
  "Tacks",
  "Gybes",
  "Against the middle, s",
];

const legCells = ({ track, passing, leg }: ReturnType<typeof legRows>[number], nameOf: (track: string) => string) => [
  passing ? placeText(passing.place, passing.place_sure) : "–",
  nameOf(track),
  leg ? minutesSeconds(leg.time_s) : "–",
  amount(leg?.sailed_m, 0, "m"),
  amount(leg?.sog_kn, 2, "kn"),
  amount(leg?.vmg_kn, 2, "kn"),
  leg?.tacks,
  leg?.gybes,
  leg && `${leg.gain_s > 0 ? "+" : ""}${fixed(leg.gain_s, 0)} ± ${fixed(halfWidth90(leg.gain_sd_s), 0)}`,
];

function Corrected({
  result,
  nameOf,
}: {
  result: NonNullable<RaceReport["handicap"]>;
  nameOf: (track: string) => string;
}) {
  return (
    <>
      <h2>{systemText(result)}</h2>
      <Table
        isPlain
        heads={["Place", "Boat", "Rating", "Elapsed", "Corrected", "Behind"]}
        rows={result.boats.map((boat) => [
          boat.score?.toUpperCase() ?? placeText(boat.place, boat.place_sure),
          nameOf(boat.track),
          boat.rating,
          hms(boat.elapsed_s),
          hms(boat.corrected_s),
          boat.behind_s === null ? "–" : behindText(boat.behind_s),
        ])}
      />
    </>
  );
}
