/** Every fix of a session with every channel, as a table whose columns are the same for all sessions. */
import { CHANNELS } from "./channels.ts";
import type { Analysis, FileAnalysis } from "./core.ts";
import { loadExtra, type RawParquetColumn } from "./raw-extra.ts";
import { unitsOf } from "./row-form.ts";
import type { Type, Value } from "./typed-table.ts";

type Values = Omit<RawParquetColumn, "name" | "type">;

interface PointColumn {
  name: string;
  type: Type;
  unit?: string;
  meaning: string;
  values(points: Points, engine: string): Values;
}

type Points = Pick<Analysis, "columns" | "fix_flags"> & { report: Pick<FileAnalysis, "sha256"> };

export const POINT_COLUMNS: readonly PointColumn[] = [
  {
    name: "input_sha256",
    type: "STRING",
    meaning: "The session",
    values: ({ report }) => ({ text: report.sha256 }),
  },
  {
    name: "engine",
    type: "STRING",
    meaning: "Version of the engine",
    values: (_points, engine) => ({ text: engine }),
  },
  {
    name: "time",
    type: "TIMESTAMP",
    unit: "UTC",
    meaning: "Time of the fix",
    values: ({ columns }) => ({ doubles: columns.time_ms }),
  },
  {
    name: "lat_deg",
    type: "DOUBLE",
    unit: "deg",
    meaning: "Latitude",
    values: ({ columns }) => ({ doubles: columns.lat_deg }),
  },
  {
    name: "lon_deg",
    type: "DOUBLE",
    unit: "deg",
    meaning: "Longitude",
    values: ({ columns }) => ({ doubles: columns.lon_deg }),
  },
  ...CHANNELS.map(
    ({ id, unit, description }): PointColumn => ({
      name: id,
      type: "FLOAT",
      unit,
      meaning: description.replace(/\.$/, ""),
      values: ({ columns }) => {
        const floats = columns.channels[id];
        return floats ? { floats } : {};
      },
    }),
  ),
  {
    name: "fix_flags",
    type: "INT32",
    meaning: "Bits of docs/metrics.md, Fix flags; 0: used as recorded",
    values: ({ fix_flags }) => ({ bytes: fix_flags }),
  },
];

/** The same value in every row. */
function constant(value: Value): Values {
  if (typeof value === "string") return { text: value };
  return typeof value === "number" ? { number: value } : {};
}

/**
 * The points of a session as Parquet, written off the event loop, with this footer; `own` are columns of one value, a
 * text or a number, before the others.
 */
export async function pointsTable(
  engine: string,
  points: Points,
  footer: Record<string, string>,
  own: readonly { name: string; type: Type; value: Value }[] = [],
): Promise<Uint8Array> {
  const first = own.map(({ name, type, value }) => ({ name, type, ...constant(value) }));
  const rest = POINT_COLUMNS.map(({ name, type, values }) => ({ name, type, ...values(points, engine) }));
  const told = { ...footer, ...unitsOf(POINT_COLUMNS.map(({ name }) => name)) };
  return (await loadExtra()).write_parquet(points.columns.n, [...first, ...rest], Object.entries(told));
}
