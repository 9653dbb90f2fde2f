import type { Core } from "@leebow/core";
import type { Config } from "../app/config.ts";
import type { BillingProvider } from "../resources/billing/provider.ts";
import type { GarminProvider } from "../resources/garmin/provider.ts";
import type { Auth } from "./auth/auth.ts";
import type { Sessions } from "./auth/sessions.ts";
import type { Db, Snapshot } from "./db/open.ts";
import type { Events } from "./events/events.ts";
import type { Storage } from "./files/storage.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail/mail.ts";
import type { Metrics } from "./ops/metrics.ts";

/** What routes and jobs depend on. One instance a process, made by `openContext` and passed to every function that needs it. */
export interface AppContext {
  config: Config;
  db: Db;
  /** The rows of one moment for a long read in a transaction, during which calls are answered (platform/db/open.ts). */
  snapshot(): Promise<Snapshot>;
  auth: Auth;
  sessions: Sessions;
  events: Events;
  storage: Storage;
  jobs: Jobs;
  mailer: Mailer;
  billing: BillingProvider;
  /** Null when the server is not connected with Garmin. */
  garmin: GarminProvider | null;
  core: Core;
  log: Log;
  metrics: Metrics;
  /** True once the process has been told to end: it answers what it has and takes nothing new. */
  stopping: boolean;
}
