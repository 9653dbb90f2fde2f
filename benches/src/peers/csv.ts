import Papa from "papaparse";
import { inferSchema, initParser } from "udsv";
import { MPS_PER_KNOT, sumsOf } from "../sums.ts";
import type { Peer } from "./index.ts";

/** Columns as numbers, times as ms, as our reader gives them. */
export const udsv: Peer = {
  name: "uDSV typed columns",
  read: (bytes) => {
    const text = new TextDecoder().decode(bytes);
    const schema = inferSchema(text);
    schema.cols[0]!.parse = (time) => Date.parse(time);
    return initParser(schema).typedCols(text);
  },
  sums: (result) => {
    const [time, lat, lon, sog] = result as unknown as number[][];
    return sumsOf(
      lat!.map((lat_deg, i) => ({
        time_ms: Number(time![i]),
        lat_deg,
        lon_deg: lon![i]!,
        speed_mps: sog![i]! * MPS_PER_KNOT,
      })),
    );
  },
};

type Row = { timestamp: string; latitude: number; longitude: number; sog_kts: number };

export const papaparse: Peer = {
  name: "PapaParse",
  read: (bytes) =>
    Papa.parse(new TextDecoder().decode(bytes), { header: true, dynamicTyping: true, skipEmptyLines: true }).data,
  sums: (rows) =>
    sumsOf(
      (rows as Row[]).map((row) => ({
        time_ms: Date.parse(row.timestamp),
        lat_deg: row.latitude,
        lon_deg: row.longitude,
        speed_mps: row.sog_kts * MPS_PER_KNOT,
      })),
    ),
};
