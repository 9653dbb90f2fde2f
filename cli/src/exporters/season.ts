import {
  countText,
  halfWidth90,
  LOSS_BASIS_TEXT,
  type RecordId,
  TURN_KINDS,
  type TurnKind,
  type Units,
} from "@leebow/core";
import { type Failure, printable } from "../io/errors.ts";
import { inUnit, METRES_PER_MILE } from "./in-unit.ts";
import type { TableOrJson } from "./layout.ts";
import { count, number, Rows, wrap } from "./layout.ts";
import type { Best, SeasonFigures } from "./season-figures.ts";
import { span } from "./time.ts";

/** The figures of a season, and what could not be read. */
export interface SeasonResult extends SeasonFigures {
  engine: string;
  failed: readonly Failure[];
}

const NAMES: Partial<Record<RecordId, string>> = {
  best_2_s: "2 s",
  best_10_s: "10 s",
  best_500_m: "500 m",
  alpha_500: "alpha 500",
  best_hour: "hour",
  vmg_up_2_min: "VMG up, 2 min",
  vmg_down_2_min: "VMG down, 2 min",
};

export function seasonText(format: TableOrJson, result: SeasonResult, units: Units): string {
  if (format === "json") return `${JSON.stringify(result, null, 1)}\n`;
  const lines = [
    ...headLines(result, units),
    "",
    ...monthRows(result, units),
    "",
    ...TURN_KINDS.flatMap((kind) => lossLines(result, kind, units)),
    ...(result.bests.length > 0 ? ["", ...bestRows(result.bests, units)] : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function headLines({ sessions, months, copies }: SeasonFigures, units: Units): string[] {
  const days = months.reduce((sum, month) => sum + month.days, 0);
  const water_time_s = months.reduce((sum, month) => sum + month.water_time_s, 0);
  const distance_m = months.reduce((sum, month) => sum + month.distance_m, 0);
  const { text, unit } = inUnit("nm", units);
  const on = `${count(sessions.length, "session")} on ${count(days, "day")}, ${sessions[0]!.date} to ${sessions.at(-1)!.date}`;
  const sailed = `${span(water_time_s)} on the water, ${text(distance_m / METRES_PER_MILE, 1)} ${unit}.`;
  const left = copies.length > 0 ? ` Left out: ${countText(copies.length, "copy", "copies")}.` : "";
  return wrap(`${on}: ${sailed}${left}`);
}

/** A row a month: time and distance, then tacks and gybes with a loss, their median loss and its middle half. */
function monthRows(figures: SeasonFigures, units: Units): string[] {
  const [distance, length] = [inUnit("nm", units), inUnit("m", units)];
  const turns = [-5, -8, -14];
  const rows = new Rows([7, -8, -6, -7, ...turns, ...turns]);
  const heads = (name: string) => [name, `loss, ${length.unit}`, "middle half"];
  rows.add(["month", "sessions", "hours", distance.unit, ...heads("tacks"), ...heads("gybes")]);
  const cells = (kind: TurnKind, name: string): string[] => {
    const month = figures[kind].months.find((one) => one.month === name);
    if (!month) return ["", "", ""];
    const { median_m, lower_m, upper_m, compared } = month;
    const text = (loss_m: number) => length.text(loss_m, Math.abs(loss_m) < 100 ? 1 : 0);
    return [String(month.count), `${text(median_m)}${compared ? "" : "?"}`, `${text(lower_m)} to ${text(upper_m)}`];
  };
  for (const { month, sessions, water_time_s, distance_m } of figures.months) {
    const sailed = [String(sessions), number(water_time_s / 3600, 1), distance.text(distance_m / METRES_PER_MILE, 1)];
    rows.add([month, ...sailed, ...cells("tack", month), ...cells("gybe", month)]);
  }
  return rows.lines();
}

/** Whether the loss of the turns of one kind has changed. */
function lossLines(figures: SeasonFigures, kind: TurnKind, units: Units): string[] {
  const { loss_basis, change, trend } = figures[kind];
  const name = kind === "tack" ? "Tacks" : "Gybes";
  if (loss_basis === null) return [];
  const { text, unit } = inUnit("m", units);
  const differs = (by_m: number, half_90_m: number) =>
    `${text(Math.abs(by_m), 1)} ± ${text(half_90_m, 1)} ${unit} ${by_m < 0 ? "less" : "more"}`;
  const lineOf = (sentence: string) => wrap(`${name}, losses ${LOSS_BASIS_TEXT[loss_basis]}: ${sentence}`);
  if (change === null)
    return lineOf("too few for a change. It takes two months with 10 turns, one of them with two sessions.");
  const by_m = change.to_m - change.from_m;
  const difference = differs(by_m, change.half_90_m);
  if (Math.abs(by_m) <= change.half_90_m) return lineOf(`no clear change since ${change.from} (${difference}).`);
  const monthly =
    trend && Math.abs(trend.slope_m) > trend.half_90_m ? `, ${differs(trend.slope_m, trend.half_90_m)} a month` : "";
  const from_to = `${text(change.from_m, 1)} to ${text(change.to_m, 1)} ${unit}`;
  return lineOf(`${difference} in ${change.to} than in ${change.from} (${from_to})${monthly}.`);
}

function bestRows(bests: readonly Best[], units: Units): string[] {
  const { text, unit } = inUnit("kn", units);
  const rows = new Rows([16, -6, 6, 10, 54]);
  rows.add(["best", unit, "90 %", "day", "recording"]);
  for (const { record, speed_kn, error_kn, date, name } of bests) {
    const half_width = text(halfWidth90(error_kn), 2);
    rows.add([NAMES[record] ?? record, text(speed_kn, 2), `± ${half_width}`, date, printable(name)]);
  }
  return rows.lines();
}
