import type { Generated } from "kysely";
import type { CreatedAt, Instant, Json } from "../database/columns.ts";
import type { ReportMetrics, ReportPoints } from "./report-of.ts";

/** One row a window of a wind file. */
export interface WindReportsTable {
  id: Generated<number>;
  wind_file_id: number;
  name: string;
  start_time: Instant;
  end_time: Instant;
  /** Null while they are being computed, and where there is an error. */
  metrics: Json<ReportMetrics> | null;
  points: Json<ReportPoints> | null;
  error: string | null;
  created_at: CreatedAt;
}

export interface WindReportTables {
  wind_reports: WindReportsTable;
}
