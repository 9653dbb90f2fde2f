import { type BoatStart, halfWidth90, type RaceNoteCode, type RaceReport, type StartLine } from "@leebow/core";
import { TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { amount, fixed, unitWithInterval, withUnit } from "../../format/numbers";
import { clockSeconds } from "../../format/times";
import { unitName } from "../../format/units";
import { Card } from "../../ui/card";
import { type DataColumn, numberColumn, quantityColumn } from "../../ui/data-table";
import { Icon } from "../../ui/icon";
import { Badge } from "../../ui/marks";
import { BoatTable } from "./boat-cell";
import { boatColor, type ReportBoat } from "./boats";
import cards from "./cards.module.css";
import { isClear, placesText } from "./figures";
import styles from "./start-card.module.css";

export interface BoatsProps {
  race: RaceReport;
  boats: ReadonlyMap<string, ReportBoat>;
  /** Track of the focus boat. */
  focus: string;
  onFocusBoat: (track: string) => void;
}

interface StartCardProps extends BoatsProps {
  zone: string | null;
  /** Whether the viewer may set gun and line by hand. */
  mayPlace: boolean;
}

interface StartRow extends BoatStart {
  boat: ReportBoat;
}

/** The start: which end of the line was ahead, and where each boat was at the gun, as far as it can be said. */
export function StartCard(props: StartCardProps) {
  const { race, zone, mayPlace } = props;
  const missing = noStartReason(race, mayPlace);
  return (
    <Card title="Start" aside={<span className="caption">{gunText(race, zone)}</span>}>
      {race.line && (
        <div className={cards.said}>
          <Icon of={TriangleAlert} />
          <p>
            <b>{biasSentence(race.line, race.legs)}</b> {!missing && lineSentence(race)}
          </p>
        </div>
      )}
      {missing ? <p className="secondary card-body">{missing}</p> : <StartTable {...props} />}
    </Card>
  );
}

function StartTable({ race, boats, focus, onFocusBoat, mayPlace }: StartCardProps) {
  const rows = useMemo(() => startRows(race, boats), [race, boats]);
  const { columns: withheld, reasons } = useMemo(() => withheldColumns(race, mayPlace), [race, mayPlace]);
  const columns = useMemo(() => startColumns().filter(({ id }) => !withheld.has(id as "to_line_m")), [withheld]);
  return (
    <>
      {reasons.map((reason) => (
        <p key={reason} className="secondary card-body">
          {reason}
        </p>
      ))}
      <BoatTable caption="Boats at the start" {...{ rows, columns, focus, onFocusBoat }} />
    </>
  );
}

/** By place after a minute, those without one last. */
function startRows({ boats: sailed }: RaceReport, boats: BoatsProps["boats"]): StartRow[] {
  const rows = sailed.flatMap(({ track, start }) => (start ? [{ ...start, boat: boats.get(track)! }] : []));
  const middle = ({ places_after_60_s: places }: StartRow) => (places ? places[0] + places[1] : Infinity);
  return rows.sort((a, b) => middle(a) - middle(b) || 0);
}

const startColumns = (): DataColumn<StartRow>[] => [
  quantityColumn("to_line_m", "To the line\nat the gun", "m", 1, ({ to_line_m }) => to_line_m, {
    cell: (row) => <ToLine {...row} />,
  }),
  quantityColumn("speed_at_gun_kn", "Speed at\nthe gun", "kn", 1, ({ speed_at_gun_kn }) => speed_at_gun_kn),
  numberColumn(
    "crossed_after_s",
    "Crossed\nafter, s",
    ({ crossed_after_s }) => crossed_after_s,
    (after_s, row) => <Crossed after_s={after_s} start={row} />,
  ),
  {
    id: "line_position",
    title: "Place on the line,\npin to boat",
    value: ({ line_position }) => line_position,
    cell: ({ line_position, boat }) => <OnLine at={line_position} index={boat.index} />,
  },
  numberColumn(
    "places_after_60_s",
    "After\n1 min",
    ({ places_after_60_s: places }) => places && places[0] + places[1],
    (_, { places_after_60_s: places }) => <b>{placesText(places!)}</b>,
  ),
];

function ToLine({ to_line_m, over }: BoatStart) {
  return (
    <span className="tap gap-6">
      {over === "over" && <Badge tone="danger">over</Badge>}
      {over === "may_be_over" && (
        <Badge tone="warn" icon={TriangleAlert}>
          may be over
        </Badge>
      )}
      {amount(to_line_m, 1, "m")}
    </span>
  );
}

function Crossed({ after_s, start }: { after_s: number; start: BoatStart }) {
  return (
    <span className="tap gap-6">
      {start.returned && <Badge tone="line">returned</Badge>}
      {!start.returned && isCrossingUnsure(start) ? <span className="quiet">not sure</span> : fixed(after_s, 1)}
    </span>
  );
}

/** Where along the line, from the pin to the committee boat. */
function OnLine({ at, index }: { at: number | null; index: number }) {
  if (at === null) return "–";
  const percent = Math.round(100 * at);
  const within = Math.max(0, Math.min(100, percent));
  return (
    <span className={styles.line}>
      <i style={{ left: `${within}%`, background: `var(${boatColor(index)})` }} />
      <span className="visually-hidden">{percent} % of the way from the pin to the committee boat</span>
    </span>
  );
}

// What the card of the start says in sentences, and why it withholds what it does.

const GUN_BASIS: Record<RaceReport["gun_basis"], string> = {
  timer: "by the race timer",
  typed: "set by hand",
  whole_minute: "the whole minute nearest to when the fleet moved",
  estimated: "as the fleet moved",
};

/** "Gun at 12:30:00, as the fleet moved, ± 2 s" */
export function gunText({ start_time, gun_basis, gun_sd_s }: RaceReport, zone: string | null): string {
  const interval = unitWithInterval(halfWidth90(gun_sd_s), gun_sd_s < 3 ? 1 : 0, "s");
  return `Gun at ${clockSeconds(start_time, zone)}, ${GUN_BASIS[gun_basis]}, ${interval}`;
}

const endName = (end: "pin" | "committee"): string => (end === "pin" ? "pin" : "committee");

/** Which end of the line was ahead. */
export function biasSentence(
  { favoured, bias_deg, bias_sd_deg, bias_m }: StartLine,
  [first]: RaceReport["legs"],
): string {
  if (bias_deg === null || bias_sd_deg === null || bias_m === null) {
    const reason = first && first.kind !== "up" ? "the first leg is no beat" : "the wind is not known";
    return `Which end of the line was ahead is left out: ${reason}.`;
  }
  if (favoured === null) return "Neither end of the line was clearly ahead.";
  const angle = `${fixed(Math.abs(bias_deg), 0)}° ${unitWithInterval(halfWidth90(bias_sd_deg), 0, "°")}`;
  return `The ${endName(favoured)} end was ${angle} ahead, worth ${withUnit(Math.abs(bias_m), 0, "m")}.`;
}

/** What the line rests on, and how sure the distances to it are. */
function lineSentence({ line, boats }: RaceReport): string {
  const bases = [line?.pin.basis, line?.committee.basis];
  const basis = bases.includes("estimated") ? "estimated" : bases.includes("hand") ? "hand" : "device";
  const words = {
    estimated: "The line is estimated",
    hand: "The line was placed by hand",
    device: "The line was pinged",
  };
  const sds = boats.flatMap(({ start }) => (start?.to_line_m == null ? [] : [start.to_line_sd_m ?? Number.NaN]));
  const known = sds.filter(Number.isFinite).map((sd) => halfWidth90(sd));
  if (known.length === 0) return `${words[basis]}.`;
  const [least, most] = [Math.min(...known), Math.max(...known)].map((width) => amount(width, 0, "m"));
  return `${words[basis]}: distances to it are ± ${least === most ? least : `${least} to ${most}`} ${unitName("m")}.`;
}

const noteOf = ({ notes }: RaceReport, codes: readonly RaceNoteCode[]) =>
  notes.find(({ code }) => codes.includes(code))?.text ?? null;

/** Why nothing is said of the start; null where something is. */
export function noStartReason(race: RaceReport, mayPlace: boolean): string | null {
  if (race.boats.some(({ start }) => start !== null)) return null;
  return (
    noteOf(race, ["no_gun", "few_boats", "one_boat"]) ??
    `The moment of the gun is not known well enough for a table of the start.${mayPlace ? " Set it under Place marks." : ""}`
  );
}

type Figure = "to_line_m" | "speed_at_gun_kn" | "crossed_after_s" | "line_position" | "places_after_60_s";

/** The columns of the table that are withheld for every boat, and why. */
export function withheldColumns(
  race: RaceReport,
  mayPlace: boolean,
): { columns: ReadonlySet<Figure>; reasons: string[] } {
  const starts = race.boats.flatMap(({ start }) => (start ? [start] : []));
  const figures: Figure[] = ["to_line_m", "speed_at_gun_kn", "crossed_after_s", "line_position", "places_after_60_s"];
  const columns = new Set(figures.filter((figure) => starts.every((start) => start[figure] === null)));
  return { columns, reasons: starts.length === 0 ? [] : reasonsOf(race, columns, mayPlace) };
}

function reasonsOf(race: RaceReport, columns: ReadonlySet<Figure>, mayPlace: boolean): string[] {
  const reasons: string[] = [];
  if (!race.line) {
    reasons.push(
      noteOf(race, ["no_line"]) ??
        `The starting line is not known: distances, crossings and places on the line are left out.${mayPlace ? " Add it under Place marks." : ""}`,
    );
  } else if (columns.has("to_line_m")) {
    reasons.push(`Distances to the line are left out: they are less sure than ${withUnit(8, 0, "m")}.`);
  }
  if (columns.has("speed_at_gun_kn"))
    reasons.push("Speeds at the gun are left out: its moment is not known well enough.");
  if (columns.has("places_after_60_s")) reasons.push("Places after a minute are left out: the wind is not known.");
  return reasons;
}

/** Whether the moment of a crossing is less sure than that it was before or after the gun. */
export const isCrossingUnsure = ({ over, crossed_after_s, crossed_sd_s }: BoatStart): boolean =>
  over === "may_be_over" ||
  (crossed_after_s !== null && crossed_sd_s !== null && crossed_after_s < 0 && !isClear(crossed_after_s, crossed_sd_s));
