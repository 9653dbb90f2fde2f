import type { OfTarget, OfTargetBand, OfTargetValue } from "@leebow/core";
import type { TargetHead } from "../io/target-file.ts";
import { number, Rows, wrap } from "./layout.ts";

/** The sessions against a polar file. */
export interface PolarTargetResult extends OfTarget, TargetHead {
  /** Sessions whose speeds are through the water; those of the others are over the ground. */
  through_water_sessions: number;
}

/** Less time says nothing, and less than the second is marked, s. */
const HIDDEN_S = 300;
const UNSURE_S = 1800;

/** % of target by wind, and every speed of the file with what was sailed near it. */
export function targetLines(target: PolarTargetResult, sessions: number): string[] {
  const { name, cells, outside_s } = target;
  const outside =
    outside_s < 60 ? [] : wrap(`${minutes(outside_s)} min were sailed outside the winds and angles of ${name}.`);
  return [
    ...wrap(
      `% of ${name}: upwind and downwind of its speed made good, between them of its speed. ${waterText(target, sessions)}`,
    ),
    ...outside,
    "",
    ...bandRows(target.bands),
    "",
    ...cellRows(cells),
  ];
}

function waterText({ through_water_sessions }: PolarTargetResult, sessions: number): string {
  if (through_water_sessions === 0) return "Speeds are over the ground: no current is known.";
  if (through_water_sessions >= sessions) return "Speeds are through the water.";
  return `Speeds are through the water in ${through_water_sessions} of ${sessions} sessions, over the ground in the others.`;
}

export function bandName({ name, from_kn, to_kn }: Pick<OfTargetBand, "name" | "from_kn" | "to_kn">): string {
  if (from_kn === null && to_kn === null) return name;
  if (from_kn === null) return `under ${to_kn}`;
  return to_kn === null ? `over ${from_kn}` : `${from_kn} to ${to_kn}`;
}

const minutes = (time_s: number) => number(time_s / 60, 0);

function bandRows(bands: readonly OfTargetBand[]): string[] {
  const rows = new Rows([10, -12, -5, -12, -5, -12, -5]);
  rows.add(["wind, kn", "up, %", "min", "reach, %", "min", "down, %", "min"]);
  for (const band of bands) {
    const { up, reach, down } = band.sides;
    if ([up, reach, down].some((value) => (value?.time_s ?? 0) >= HIDDEN_S))
      rows.add([bandName(band), ...[up, reach, down].flatMap(valueCells)]);
  }
  return rows.lines();
}

function valueCells(value: OfTargetValue | null): string[] {
  if (value === null || value.time_s < HIDDEN_S) return ["–", value ? minutes(value.time_s) : ""];
  const { percent, half_width_percent, time_s } = value;
  const interval = half_width_percent === null ? "" : ` ± ${number(half_width_percent, 0)}`;
  return [`${number(percent, 0)}${interval}${time_s < UNSURE_S ? "?" : ""}`, minutes(time_s)];
}

function cellRows(cells: OfTarget["cells"]): string[] {
  const rows = new Rows([-8, -6, -9, -9, -6, -6]);
  rows.add(["wind, kn", "TWA", "target kn", "sailed kn", "%", "min"]);
  for (const { tws_kn, twa_deg, target_kn, sailed_kn, percent, time_s } of cells) {
    if (time_s < HIDDEN_S) continue;
    const mark = time_s < UNSURE_S ? "?" : "";
    const speeds = [number(target_kn, 2), number(sailed_kn, 2), `${number(percent, 0)}${mark}`];
    rows.add([number(tws_kn, 0), `${number(twa_deg, 0)}°`, ...speeds, minutes(time_s)]);
  }
  return rows.lines();
}

/** A row a speed of the file; empty where nothing was sailed. */
export function targetCsv({ cells }: PolarTargetResult): string {
  const rows = cells.map(({ tws_kn, twa_deg, target_kn, sailed_kn, best_kn, percent, time_s }) =>
    [
      number(tws_kn, 1),
      number(twa_deg, 1),
      number(target_kn, 2),
      number(sailed_kn, 2),
      number(best_kn, 2),
      number(percent, 1),
      number(time_s, 0),
    ].join(","),
  );
  return `${["tws_kn,twa_deg,target_kn,sailed_kn,best_kn,percent,time_s", ...rows].join("\n")}\n`;
}
