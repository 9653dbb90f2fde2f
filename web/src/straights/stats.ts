/** The rows of the statistics of one variable: all straights, the window, each straight, each shared tag. */

import type { StraightAnalysis } from "@leebow/api/contract";
import { compass, turned } from "../format/directions";
import { mmss } from "../format/durations";
import { amount, fixed } from "../format/numbers";
import { sharesIn, type VariableSeries } from "./series";
import { type Span, sailedWithin, type TimeWindow } from "./time-window";
import { variableOf } from "./variables";

type Table = StraightAnalysis["tables"][number];
export type StatsNumbers = Omit<Table["rows"][number], "of" | "name">;

export interface StatsRow extends StatsNumbers {
  id: string;
  of: "all" | "window" | "segment" | "tag";
  name: string;
}

/** The name of the row of all straights; the asterisk is explained below the table. */
export const ALL_SEGMENTS = "All Segments*";

export function statsRows(
  { tables }: Pick<StraightAnalysis, "tables">,
  variable: string,
  window: StatsRow | null,
): StatsRow[] {
  const rows = tables.find((table) => table.variable === variable)?.rows ?? [];
  return rows.flatMap(({ of, name, ...numbers }): StatsRow[] => {
    const row = { ...numbers, of, name: of === "all" ? ALL_SEGMENTS : name, id: `${of} ${name}` };
    return of === "all" && window ? [row, window] : [row];
  });
}

interface WindowData {
  window: TimeWindow;
  spans: readonly Span[];
  /** The analysis of the window. */
  analysis: Pick<StraightAnalysis, "tables">;
  series: VariableSeries;
  /** The row of all straights, whose quartiles the shares are relative to. */
  all: StatsNumbers;
}

/** The row of the window; null where the variable has no value in it. */
export function windowRow({ window, spans, analysis, series, all }: WindowData, variable: string): StatsRow | null {
  const own = analysis.tables.find((table) => table.variable === variable)?.rows.find(({ of }) => of === "all");
  const shares = own && sharesIn(series, window, spans, quartilesNear(series, all));
  if (!own || !shares) return null;
  const { name: _, ...numbers } = own;
  const seconds = sailedWithin(window, spans) / 1000;
  return { ...numbers, ...shares, of: "window", id: "window", name: `Window, ${mmss(seconds)}` };
}

/** The quartiles on the turn of the circle that the series is on: the server's may be 360° off. */
function quartilesNear({ middle_deg }: VariableSeries, { q1, q2, q3 }: StatsNumbers): { q1: number; q3: number } {
  if (middle_deg === null) return { q1, q3 };
  const shift = middle_deg + turned(q2, middle_deg) - q2;
  return { q1: q1 + shift, q3: q3 + shift };
}

/** A number of a row as text; directions from 0 to 360. */
export function statText(variable: string, key: "avg" | "std" | "q1" | "q2" | "q3", value: number): string {
  const { decimals, isDirection, unit } = variableOf(variable);
  if (key === "std") return amount(value, Math.max(1, decimals), unit);
  return amount(isDirection ? compass(value) : value, decimals, unit);
}

/** Percent without decimals. */
export const shareText = (value: number): string => fixed(value, 0);
