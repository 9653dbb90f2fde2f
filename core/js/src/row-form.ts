/**
 * Names and units of the columns of rows that are handed out, in Arrow and in Parquet: docs/formats.md, "Rows of data". `time`
 * is an instant in UTC, channels have the names and units of the registry, what is unknown is null.
 */
import { CHANNELS } from "./channels.ts";

/** The three columns that every row of a track has. */
export const PLACE = ["time", "lat_deg", "lon_deg"] as const;
export const FLAGS = "fix_flags";
/** Streams of earlier versions have their times as numbers under this name; those of tracks may still be stored. */
export const TIME_AS_NUMBER = "time_ms";

const RESERVED = new Set<string>([...PLACE, FLAGS, TIME_AS_NUMBER]);
/** Of a maker's channel whose name is that of another column. */
const OWN = "own_";

export const fieldOfChannel = (id: string): string => (RESERVED.has(id) ? OWN + id : id);
/** Null: the field is no channel. */
export function channelOfField(field: string): string | null {
  if (RESERVED.has(field)) return null;
  const id = field.slice(OWN.length);
  return field.startsWith(OWN) && RESERVED.has(id) ? id : field;
}

const UNITS = new Map<string, string>([
  ["lat_deg", "deg"],
  ["lon_deg", "deg"],
  ...CHANNELS.map(({ id, unit }) => [id, unit] as const),
]);

/** For the metadata: the unit of each of these columns, as JSON; a channel outside the registry has none. */
export function unitsOf(fields: Iterable<string>): Record<string, string> {
  const known = [...fields].filter((field) => UNITS.has(field));
  return { "leebow:units": JSON.stringify(Object.fromEntries(known.map((field) => [field, UNITS.get(field)]))) };
}
