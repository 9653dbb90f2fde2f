import { BILLING_EVENT, BILLING_RENEWALS, END_SUBSCRIPTION } from "../billing/jobs.ts";
import { STORE_MISSING_FACTS } from "../facts/store-missing-facts.ts";
import { DELETE_FILES } from "../files/delete-files.ts";
import { DEREGISTER } from "../garmin/disconnect.ts";
import { IMPORT_ACTIVITY } from "../garmin/import-activity.ts";
import { REQUEST_RESET } from "../mail/request-reset.ts";
import { SEND_MAIL } from "../mail/send-mail.ts";
import { STORE_MISSING_TABLES, SWEEP_TABLES } from "../season-tables/keep-tables.ts";
import { WRITE_TABLES } from "../season-tables/write-tables.ts";
import { ANALYZE_TRACK } from "./analyze-track.ts";
import { BUILD_INDEXES } from "./build-indexes.ts";
import { COMPUTE_WIND_REPORT } from "./compute-wind-report.ts";
import { DAILY_BACKUP } from "./daily-backup.ts";
import type { AnyJob } from "./definition.ts";
import { ENQUEUE_LOST } from "./enqueue-lost.ts";
import { ENQUEUE_OUTDATED } from "./enqueue-outdated.ts";
import { RACE_WIND } from "./race-wind.ts";
import { READ_WIND_FILE } from "./read-wind-file.ts";
import { SWEEP } from "./sweep.ts";

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
