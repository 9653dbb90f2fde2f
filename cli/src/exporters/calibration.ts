import {
  CALIBRATED_NAMES,
  type Calibration,
  type CalibrationRow,
  calibrationAdvice,
  calibrationFigure,
  calibrationSource,
  type Doubt,
  type FileAnalysis,
  SIDE_FIGURE_NAMES,
  type SideRow,
  sidesText,
  tooLittleText,
} from "@leebow/core";
import type { Failure } from "../io/errors.ts";
import type { TableOrJson } from "./layout.ts";
import { number, Rows, wrap } from "./layout.ts";

export interface CalibrateResult {
  engine: string;
  logs: (Pick<FileAnalysis, "name" | "boat_class" | "start_time" | "end_time" | "time_zone"> & {
    doubts: Doubt[];
    /** Null without instruments. */
    calibration: Calibration | null;
  })[];
  failed: readonly Failure[];
}

export function calibrationText(format: TableOrJson, result: CalibrateResult): string {
  if (format === "json") return `${JSON.stringify(result, null, 1)}\n`;
  return `${result.logs.map((log) => linesOf(log).join("\n")).join("\n\n")}\n`;
}

function linesOf({ name, calibration, doubts }: CalibrateResult["logs"][number]): string[] {
  if (!calibration) return wrap(`${name}: No instruments in this recording. It holds positions only.`);
  const doubt = doubts.flatMap(({ sentence }) => wrap(sentence));
  const nothing = tooLittleText(calibration);
  if (nothing) return [...wrap(`${name}:`), ...doubt, ...wrap(nothing)];
  const rows = new Rows([20, -8, -7, 92]);
  for (const row of calibration.rows) rows.add(cells(row));
  return [`${name}:`, ...doubt, ...rows.lines(), ...sideLines(calibration)];
}

function cells(row: CalibrationRow): string[] {
  const { instrument, value, half_width } = row;
  const figure = value === null ? "\u2013" : calibrationFigure(row, value).replace("\u2212", "-");
  const doubt = half_width === null ? "" : `± ${calibrationFigure(row, half_width, false)}`;
  return [
    CALIBRATED_NAMES[instrument].join(" "),
    figure,
    doubt,
    `${calibrationAdvice(row)} (${calibrationSource(row)})`,
  ];
}

function sideLines(calibration: Calibration): string[] {
  const known = calibration.sides.filter(({ difference }) => difference !== null);
  if (known.length === 0) return [];
  const rows = new Rows([24, -9, -9, -10, -8]);
  rows.add(["", "port", "starboard", "difference", "±"]);
  for (const row of known) rows.add([SIDE_FIGURE_NAMES[row.figure], ...sideCells(row)]);
  const by = calibration.through_water ? "Speeds are through the water." : "Speeds are over the ground.";
  const text = sidesText(calibration);
  return ["", ...rows.lines(), ...wrap(text ? `${text} ${by}` : by)];
}

function sideCells({ figure, port, starboard, difference, half_width }: SideRow): string[] {
  const isAngle = !/speed|vmg/.test(figure);
  return [port, starboard, difference, half_width].map(
    (value) => `${number(value, isAngle ? 1 : 2)}${isAngle ? "°" : " kn"}`,
  );
}
