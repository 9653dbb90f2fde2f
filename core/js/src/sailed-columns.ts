import type { Analysis, FileAnalysis, TrackColumns } from "./core.ts";

/** Results of engines before parts have none. */
type Parts = Partial<Pick<FileAnalysis, "parts">>;
/** Half-open range of rows. */
type Rows = readonly [start: number, end: number];
type Values = Float64Array | Float32Array | Uint8Array;

/** Whether a part of the recording is left out. */
export const hasLeftOut = ({ parts = [] }: Parts): boolean => parts.some(({ left_out }) => left_out);

/** The rows that are not left out. */
function sailedRows({ parts = [] }: Parts, n: number): Rows[] {
  const sailed: Rows[] = [];
  let from = 0;
  for (const { left_out, start, end } of parts) {
    if (!left_out) continue;
    sailed.push([from, start]);
    from = end;
  }
  sailed.push([from, n]);
  return sailed;
}

const countOf = (sailed: readonly Rows[]) => sailed.reduce((sum, [start, end]) => sum + end - start, 0);

function picked<T extends Values>(values: T, sailed: readonly Rows[], into: T): T {
  let at = 0;
  for (const [start, end] of sailed) {
    into.set(values.subarray(start, end), at);
    at += end - start;
  }
  return into;
}

function columnsOf(columns: TrackColumns, sailed: readonly Rows[]): TrackColumns {
  const n = countOf(sailed);
  const doubles = (values: Float64Array) => picked(values, sailed, new Float64Array(n));
  const floats = (values: Float32Array) => picked(values, sailed, new Float32Array(n));
  return {
    n,
    time_ms: doubles(columns.time_ms),
    lat_deg: doubles(columns.lat_deg),
    lon_deg: doubles(columns.lon_deg),
    channels: Object.fromEntries(Object.entries(columns.channels).map(([id, values]) => [id, floats(values)])),
  };
}

/** The columns of a track without the parts that are left out. */
export function sailedColumns(report: Parts, columns: TrackColumns): TrackColumns {
  return hasLeftOut(report) ? columnsOf(columns, sailedRows(report, columns.n)) : columns;
}

/** An analysis without the parts that are left out, as others see it: a drive ends where somebody lives. */
export function sailedAnalysis(analysis: Analysis): Analysis {
  const { report, fix_flags, segments } = analysis;
  if (!hasLeftOut(report)) return analysis;
  const sailed = sailedRows(report, analysis.columns.n);
  const columns = columnsOf(analysis.columns, sailed);
  const row = (before: number) =>
    countOf(sailed.map(([start, end]) => [Math.min(start, before), Math.min(end, before)]));
  const shifted = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: row(part.start),
    end: row(part.end),
  });
  const times = report.parts.filter(({ left_out }) => left_out);
  const isKept = (time: string) => !times.some(({ start_time, end_time }) => start_time <= time && time <= end_time);
  const iso = (i: number, otherwise: string) =>
    columns.n > 0 ? new Date(columns.time_ms[i]!).toISOString() : otherwise;
  return {
    report: {
      ...report,
      points: columns.n,
      start_time: iso(0, report.start_time),
      end_time: iso(columns.n - 1, report.end_time),
      parts: report.parts.filter(({ left_out }) => !left_out).map(shifted),
      maneuvers: report.maneuvers.map(shifted),
      straights: report.straights.map(shifted),
      events: report.events.filter(({ time }) => isKept(time)),
    },
    columns,
    fix_flags: picked(fix_flags, sailed, new Uint8Array(columns.n)),
    segments: { ...segments, start: segments.start.map(row), end: segments.end.map(row) },
  };
}
