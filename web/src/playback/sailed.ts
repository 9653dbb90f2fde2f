/** What of a recording is sailing. */
import type { FileAnalysis, TrackColumns, TrackPart } from "@leebow/core";
import type { TimeRange } from "./clock";

type Parted = Partial<Pick<FileAnalysis, "parts">>;

/** The parts in time order; none of an analysis from before there were parts. */
export const partsOf = (report: Parted): readonly TrackPart[] => report.parts ?? [];

/** Whether some of the recording is left out, or not certain to be sailing. */
export const isParted = (report: Parted): boolean =>
  partsOf(report).some(({ left_out, kind }) => left_out || kind !== "sailing");

/** The times that are left out, each up to where the next part begins. */
export function leftOutTimes(report: Parted): TimeRange[] {
  const parts = partsOf(report);
  const times: TimeRange[] = [];
  parts.forEach(({ left_out, start_time, end_time }, i) => {
    if (!left_out) return;
    const to_ms = Date.parse(parts[i + 1]?.start_time ?? end_time);
    if (parts[i - 1]?.left_out) times.at(-1)!.to_ms = to_ms;
    else times.push({ from_ms: Date.parse(start_time), to_ms });
  });
  return times;
}

export const hasSailing = (report: Parted): boolean => partsOf(report).some(({ left_out }) => !left_out);

/** The rows that are left out; none where all is, since that is then what there is to see. */
function leftOutRows(report: Parted): { start: number; end: number }[] {
  return hasSailing(report) ? partsOf(report).filter(({ left_out }) => left_out) : [];
}

/** A column with NaN where the recording is left out; the column itself where nothing or all is. */
export function sailedValues(report: Parted, values: Float32Array): Float32Array {
  const out = leftOutRows(report);
  if (out.length === 0) return values;
  const kept = Float32Array.from(values);
  for (const { start, end } of out) kept.fill(Number.NaN, start, end);
  return kept;
}

type Positions = Pick<TrackColumns, "lon_deg" | "lat_deg">;

/** The positions that are sailing; all of them where nothing or all is left out. */
export function sailedPositions(report: Parted, { lon_deg, lat_deg }: Positions): Positions {
  const out = leftOutRows(report);
  if (out.length === 0) return { lon_deg, lat_deg };
  const isOut = (row: number) => out.some(({ start, end }) => row >= start && row < end);
  const kept = (values: Float64Array) => values.filter((_, row) => !isOut(row));
  return { lon_deg: kept(lon_deg), lat_deg: kept(lat_deg) };
}
