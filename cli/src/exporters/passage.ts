import {
  type FileAnalysis,
  PASSAGE_KIND_NAMES,
  PASSAGE_KINDS,
  PASSAGE_S,
  type Passage,
  type PassageBin,
  type PassageRow,
  passageTexts,
} from "@leebow/core";
import type { Failure } from "../io/errors.ts";
import type { TableOrJson } from "./layout.ts";
import { count, number, Rows, wrap } from "./layout.ts";

export interface PassageResult {
  engine: string;
  passages: (Pick<FileAnalysis, "name" | "boat_class" | "start_time" | "end_time" | "time_zone"> & {
    passage: Passage;
  })[];
  failed: readonly Failure[];
}

const M_PER_NM = 1852;
/** Characters of the longest bar of a histogram. */
const BAR = 40;

export function passageText(format: TableOrJson, result: PassageResult): string {
  if (format === "json") return `${JSON.stringify(result, null, 1)}\n`;
  return `${result.passages.map(({ name, passage }) => linesOf(name, passage).join("\n")).join("\n\n")}\n`;
}

function linesOf(name: string, passage: Passage): string[] {
  const { time_s, distance_m, tacks, gybes, sail, angles_deg, strengths_kn, tws_median_kn } = passage;
  const way = `${number(distance_m / M_PER_NM, 1)} nm in ${hours(time_s)}`;
  const head = wrap(`${name}: ${way}, ${count(tacks, "tack")}, ${count(gybes, "gybe")}.`);
  if ((sail?.time_s ?? 0) < PASSAGE_S && !passage.rows.engine)
    return [...head, ...wrap(`Too short for a passage: ${hours(sail?.time_s ?? 0)} under sail, of 2 h.`)];
  const middle = tws_median_kn === null ? "" : `, median ${number(tws_median_kn, 1)}`;
  return [
    ...head,
    "",
    ...table(passage),
    ...passageTexts(passage).flatMap((text) => wrap(text)),
    ...histogram("Hours under sail by true wind angle, port negative", angles_deg, "°"),
    ...histogram(`Hours under sail by wind strength, kn${middle}`, strengths_kn, ""),
  ];
}

function table({ rows, sail }: Passage): string[] {
  const lines = new Rows([12, -9, -6, -7, -6, -12, -6]);
  lines.add(["", "time", "share", "nm", "kn", "best 10 min", "angle"]);
  for (const kind of PASSAGE_KINDS) {
    const row = rows[kind];
    if (row) lines.add([PASSAGE_KIND_NAMES[kind], ...cells(row, kind !== "engine" && kind !== "rest")]);
  }
  if (sail) lines.add(["Under sail", ...cells(sail, false)]);
  return lines.lines();
}

function cells({ time_s, share, distance_m, average_kn, best_10_min_kn, angle_deg }: PassageRow, hasAngle: boolean) {
  const angle = hasAngle && angle_deg !== null ? `${number(angle_deg, 0)}°` : "";
  const speeds = [number(average_kn, 1), number(best_10_min_kn, 1)];
  return [hours(time_s), `${number(100 * share, 0)} %`, number(distance_m / M_PER_NM, 1), ...speeds, angle];
}

/** "9 h 24" */
function hours(time_s: number): string {
  const minutes = Math.round(time_s / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}

function histogram(title: string, bins: readonly PassageBin[], unit: string): string[] {
  if (bins.length === 0) return [];
  const most = Math.max(...bins.map(({ time_s }) => time_s));
  const rows = new Rows([-5, 2, -5, -6, BAR]);
  for (const { from, to, time_s } of bins) {
    const bar = "#".repeat(Math.round((BAR * time_s) / most));
    rows.add([`${from}${unit}`, "to", `${to}${unit}`, number(time_s / 3600, 1), bar]);
  }
  return ["", title, ...rows.lines()];
}
