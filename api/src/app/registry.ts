import { DELETE_FILES } from "../platform/files/delete-files.ts";
import type { AnyJob } from "../platform/jobs/definition.ts";
import { REQUEST_RESET } from "../platform/mail/request-reset.ts";
import { SEND_MAIL } from "../platform/mail/send-mail.ts";
import { BUILD_INDEXES } from "../platform/ops/build-indexes.ts";
import { DAILY_BACKUP } from "../platform/ops/daily-backup.ts";
import { SWEEP } from "../platform/ops/sweep.ts";
import { BILLING_EVENT, BILLING_RENEWALS, END_SUBSCRIPTION } from "../resources/billing/jobs.ts";
import { DEREGISTER } from "../resources/garmin/disconnect.ts";
import { IMPORT_ACTIVITY } from "../resources/garmin/import-activity.ts";
import { RACE_WIND } from "../resources/races/race-wind.ts";
import { STORE_MISSING_TABLES, SWEEP_TABLES } from "../resources/season/keep-tables.ts";
import { WRITE_TABLES } from "../resources/season/write-tables.ts";
import { ANALYZE_TRACK } from "../resources/tracks/analyze-track.ts";
import { ENQUEUE_LOST } from "../resources/tracks/enqueue-lost.ts";
import { ENQUEUE_OUTDATED } from "../resources/tracks/enqueue-outdated.ts";
import { STORE_MISSING_FACTS } from "../resources/tracks/store-missing-facts.ts";
import { COMPUTE_WIND_REPORT } from "../resources/wind/compute-wind-report.ts";
import { READ_WIND_FILE } from "../resources/wind/read-wind-file.ts";

/** Every kind of job of the server. */
export const JOBS: readonly AnyJob[] = [
  ANALYZE_TRACK,
  BUILD_INDEXES,
  ENQUEUE_LOST,
  ENQUEUE_OUTDATED,
  STORE_MISSING_FACTS,
  WRITE_TABLES,
  STORE_MISSING_TABLES,
  SWEEP_TABLES,
  RACE_WIND,
  SEND_MAIL,
  REQUEST_RESET,
  DAILY_BACKUP,
  DELETE_FILES,
  READ_WIND_FILE,
  COMPUTE_WIND_REPORT,
  BILLING_EVENT,
  BILLING_RENEWALS,
  END_SUBSCRIPTION,
  IMPORT_ACTIVITY,
  DEREGISTER,
  SWEEP,
];
