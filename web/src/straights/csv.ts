/** The table of straights as it is shown, as CSV: all digits, times in UTC, unknown values empty. */
import { csvCell } from "@leebow/core";
import { inUnit } from "../format/units";
import { type Quantity, titleOf } from "./quantities";
import type { StraightRow } from "./rows";

export interface CsvColumns {
  /** Whether each of the columns that are no quantities is shown. */
  shows: (column: "tags" | "start_time" | "end_time" | "duration") => boolean;
  quantities: readonly Quantity[];
}

export function csvOf(rows: readonly StraightRow[], { shows, quantities }: CsvColumns): string {
  const columns: [title: string, of: (row: StraightRow) => string | number | null][] = [
    ["Name", ({ name }) => name],
    ...(shows("tags")
      ? [["Tags", ({ tags }: StraightRow) => tags.map(({ value }) => value).join("; ")] as [string, () => string]]
      : []),
    ...(shows("start_time") ? [["Start, UTC", (row: StraightRow) => row.start_time] as [string, () => string]] : []),
    ...(shows("end_time") ? [["End, UTC", (row: StraightRow) => row.end_time] as [string, () => string]] : []),
    ...(shows("duration") ? [["Duration, s", (row: StraightRow) => row.duration_s] as [string, () => number]] : []),
    ...quantities.map((one): [string, Quantity["of"]] => [titleOf(one), ownUnit(one)]),
  ];
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, of]) => of(row) ?? ""))];
  return `${lines.map((cells) => cells.map(cellText).join(",")).join("\n")}\n`;
}

/** The values of a column in the unit that its head names. */
const ownUnit =
  ({ of, unit }: Quantity): Quantity["of"] =>
  (row) => {
    const value = of(row);
    return value === null ? null : inUnit(value, unit);
  };

const cellText = (cell: string | number): string => (typeof cell === "number" ? String(cell) : csvCell(cell));
