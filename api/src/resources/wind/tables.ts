import type { Generated } from "kysely";
import type { CreatedAt, Instant, InstantOrNull, Json } from "../../platform/db/columns.ts";
import type { ReportMetrics, ReportPoints } from "./report.ts";

/** One row a wind log; its source and what was read of it are in the file storage. */
export interface WindFilesTable {
  id: Generated<number>;
  user_id: number;
  original_name: string;
  source_key: string;
  source_bytes: number;
  /** Of the source; the same content is one wind file of a user. */
  sha256: string;
  /** 1 being read, 2 error, 3 done. */
  processing_status: Generated<number>;
  error: string | null;
  /** Folder of what was read, in the file storage. */
  result_key: string | null;
  engine: string | null;
  /** First and last measurement of the wind. */
  start_time: InstantOrNull;
  end_time: InstantOrNull;
  /** Times of day without a date, as those of 1970-01-01. */
  undated: Generated<boolean>;
  /** False for speeds alone. */
  has_direction: Generated<boolean>;
  /** Measurements of the wind. */
  samples: number | null;
  /** Whether there are pictures of where it was recorded; not of a log without positions. */
  has_map: Generated<boolean>;
  /** IANA time zone and place of the positions; null for a log without positions. */
  tz: string | null;
  location: string | null;
  created_at: CreatedAt;
}

/** One row an address that was given for an upload, until a while after its end. */
export interface WindUploadsTable {
  key: string;
  user_id: number;
  expires_at: Instant;
  /** The wind file it became, so that a repeated request finds it. */
  wind_file_id: number | null;
  created_at: CreatedAt;
}

declare module "../../platform/db/schema.ts" {
  interface Database {
    wind_files: WindFilesTable;
    wind_uploads: WindUploadsTable;
  }
}

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

declare module "../../platform/db/schema.ts" {
  interface Database {
    wind_reports: WindReportsTable;
  }
}
