import type { FileAnalysis } from "./core.ts";

/** The speed records of one session; `docs/metrics.md`, Records, defines them. */
export const RECORD_IDS = [
  "best_2_s",
  "best_10_s",
  "best_5x10_s",
  "best_100_m",
  "best_250_m",
  "best_500_m",
  "best_1852_m",
  "best_half_hour",
  "best_hour",
  "alpha_500",
  "vmg_up_2_min",
  "vmg_down_2_min",
] as const;
export type RecordId = (typeof RECORD_IDS)[number];

/** Those of a season, in their order. */
export const SEASON_BESTS = [
  "best_2_s",
  "best_10_s",
  "best_500_m",
  "alpha_500",
  "best_hour",
  "vmg_up_2_min",
  "vmg_down_2_min",
] as const satisfies readonly RecordId[];

/** Speed, its standard deviation, and the start of the stretch; of several runs that of the fastest. */
export interface SessionRecord {
  speed_kn: number;
  error_kn: number;
  start_time: string | null;
}

/** A record that a session does not have is absent. */
export type SessionRecords = Partial<Record<RecordId, SessionRecord>>;

export function sessionRecords({ records }: FileAnalysis): SessionRecords {
  const stored: SessionRecords = {};
  for (const id of RECORD_IDS) {
    const record = records[id];
    // Absent in the results of an engine that did not have it.
    if (!record) continue;
    const start_time = "runs" in record ? (record.runs[0]?.start_time ?? null) : record.start_time;
    stored[id] = { speed_kn: record.speed_kn, error_kn: record.error_kn, start_time };
  }
  return stored;
}
