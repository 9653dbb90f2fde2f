import type { Core } from "@leebow/core";
import type { Auth } from "./auth/auth.ts";
import type { Config } from "./config.ts";
import type { Db } from "./database/open.ts";
import type { Log } from "./http/log.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Storage } from "./storage/storage.ts";

/** Everything the routes stand on; made once in start.ts, handed to whoever needs it. */
export interface House {
  config: Config;
  db: Db;
  auth: Auth;
  storage: Storage;
  jobs: Jobs;
  core: Core;
  log: Log;
}
