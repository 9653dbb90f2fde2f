import type { AnalyzedSegment } from "@leebow/api/contract";
import type { DataColumn } from "../../components/data-table";
import { fixed } from "../../format/numbers";
import { clockSeconds } from "../../format/times";

/** A straight with its name. */
export interface StraightRow extends AnalyzedSegment {
  name: string;
}

/** Averages, standard deviations and travels of the specification, in its order: id, title and decimals. */
const AVERAGES: readonly [id: string, title: string, decimals: number][] = [
  ["ewd", "EWD, °", 0],
  ["tws", "TWS, kn", 1],
  ["twd", "TWD, °", 0],
  ["vmg", "VMG, kn", 2],
  ["vmg_twd", "VMG via TWD, kn", 2],
  ["sog", "SOG, kn", 2],
  ["etab", "ETAB, °", 1],
  ["twa", "TWA, °", 1],
  ["heel", "Heel, °", 1],
  ["clew_load", "Clew load", 1],
  ["cog", "COG, °", 0],
];
const DEVIATIONS: typeof AVERAGES = [
  ["heel", "Heel std, °", 1],
  ["cog", "COG std, °", 1],
];
const TRAVELS: typeof AVERAGES = [
  ["heel", "Heel travel, ° per 60 s", 0],
  ["pitch", "Pitch travel, ° per 60 s", 0],
];

/** "2:07" */
export function minutesText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Columns of the table of straights; a quantity that is zero or absent in all of them has none. */
export function columnsOf(rows: readonly StraightRow[], zone: string | null): DataColumn<StraightRow>[] {
  const quantities = (kind: "avgs" | "stds" | "travels", list: typeof AVERAGES) =>
    list
      .filter(([id]) => rows.some((row) => row[kind][id]))
      .map(
        ([id, title, decimals]): DataColumn<StraightRow> => ({
          id: `${kind}.${id}`,
          title,
          numeric: true,
          value: (row) => row[kind][id] ?? null,
          cell: (row) => fixed(row[kind][id], decimals),
        }),
      );
  const time = (id: "start_time" | "end_time", title: string): DataColumn<StraightRow> => ({
    id,
    title,
    numeric: true,
    value: (row) => row[id],
    cell: (row) => clockSeconds(row[id], zone),
  });
  return [
    { id: "name", title: "Name", value: ({ start_time }) => start_time, cell: ({ name }) => name },
    time("start_time", "Start"),
    time("end_time", "End"),
    {
      id: "duration",
      title: "Duration, min",
      numeric: true,
      value: ({ duration_s }) => duration_s,
      cell: ({ duration_s }) => minutesText(duration_s),
    },
    ...quantities("avgs", AVERAGES),
    ...quantities("stds", DEVIATIONS),
    ...quantities("travels", TRAVELS),
  ];
}
