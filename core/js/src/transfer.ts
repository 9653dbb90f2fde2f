import type { Analysis } from "./core.ts";

/** The buffers of an analysis, for `postMessage(analysis, buffersOf(analysis))`, which transfers them without a copy. */
export function buffersOf({
  columns,
  fix_flags,
  segments,
}: Pick<Analysis, "columns" | "fix_flags" | "segments">): ArrayBuffer[] {
  const arrays = [
    columns.time_ms,
    columns.lat_deg,
    columns.lon_deg,
    ...Object.values(columns.channels),
    fix_flags,
    segments.kind,
    segments.start,
    segments.end,
    ...Object.values(segments.metrics),
  ];
  return [...new Set(arrays.map((array) => array.buffer as ArrayBuffer))].filter((buffer) => buffer.byteLength > 0);
}
