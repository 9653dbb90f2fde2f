/** Every fix of a session with every channel, as a table whose columns are the same for all sessions. */
import { setImmediate } from "node:timers/promises";
import { CHANNELS } from "./channels.ts";
import type { Analysis, FileAnalysis } from "./index.ts";
import { elementOf, parquetFile, type Type, type Value } from "./typed-table.ts";

interface PointColumn {
  name: string;
  type: Type;
  unit?: string;
  meaning: string;
  values(points: Points, engine: string): ArrayLike<unknown>;
}

type Points = Pick<Analysis, "columns" | "fix_flags"> & { report: Pick<FileAnalysis, "sha256"> };

/** Rows of a row group: *measured*, they take 45 ms of the event loop, and other work has its turn between them. */
const GROUP_ROWS = 5_000;

const filled = (n: number, value: Value) => new Array<Value>(n).fill(value);
/** Values of a column in which NaN is unknown. */
const known = (values: Float32Array) => Array.from(values, (value) => (Number.isNaN(value) ? null : value));

export const POINT_COLUMNS: readonly PointColumn[] = [
  {
    name: "input_sha256",
    type: "STRING",
    meaning: "The session",
    values: ({ report, columns }) => filled(columns.n, report.sha256),
  },
  {
    name: "engine",
    type: "STRING",
    meaning: "Version of the engine",
    values: ({ columns }, engine) => filled(columns.n, engine),
  },
  {
    name: "time",
    type: "TIMESTAMP",
    unit: "UTC",
    meaning: "Time of the fix",
    values: ({ columns }) => Array.from(columns.time_ms, (time_ms) => BigInt(Math.round(time_ms))),
  },
  { name: "lat_deg", type: "DOUBLE", unit: "°", meaning: "Latitude", values: ({ columns }) => columns.lat_deg },
  { name: "lon_deg", type: "DOUBLE", unit: "°", meaning: "Longitude", values: ({ columns }) => columns.lon_deg },
  ...CHANNELS.map(
    ({ id, unit, description }): PointColumn => ({
      name: id,
      type: "FLOAT",
      unit: unit === "deg" ? "°" : unit,
      meaning: description.replace(/\.$/, ""),
      values: ({ columns }) => {
        const values = columns.channels[id];
        return values ? known(values) : filled(columns.n, null);
      },
    }),
  ),
  {
    name: "fix_flags",
    type: "INT32",
    meaning: "Bits of docs/metrics.md, Fix flags; 0: used as recorded",
    values: ({ fix_flags }) => Int32Array.from(fix_flags),
  },
];

/** The rows from one to another, as views. */
function rowsOf({ report, columns, fix_flags }: Points, from: number, to: number): Points {
  const part = <Values extends Float32Array | Float64Array | Uint8Array>(values: Values) =>
    values.subarray(from, to) as Values;
  const { time_ms, lat_deg, lon_deg, channels } = columns;
  const parts = Object.entries(channels).map(([id, values]) => [id, part(values)] as const);
  return {
    report,
    columns: {
      n: to - from,
      time_ms: part(time_ms),
      lat_deg: part(lat_deg),
      lon_deg: part(lon_deg),
      channels: Object.fromEntries(parts),
    },
    fix_flags: part(fix_flags),
  };
}

/** The points of a session as Parquet, with this footer; `own` are columns of one value, before the others. */
export async function pointsTable(
  engine: string,
  points: Points,
  footer: Record<string, string>,
  own: readonly { name: string; type: Type; value: Value }[] = [],
): Promise<Uint8Array> {
  const schema = [...own, ...POINT_COLUMNS].map(({ name, type }) => elementOf(name, type));
  const file = parquetFile(schema.length, schema, footer);
  const { n } = points.columns;
  for (let from = 0; from < n; from += GROUP_ROWS) {
    const rows = rowsOf(points, from, Math.min(n, from + GROUP_ROWS));
    const first = own.map(({ name, value }) => ({ name, data: filled(rows.columns.n, value) }));
    const rest = POINT_COLUMNS.map(({ name, values }) => ({ name, data: values(rows, engine) as never }));
    file.write([...first, ...rest]);
    await setImmediate();
  }
  return file.finish();
}
