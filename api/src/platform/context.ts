import type { Core } from "@leebow/core";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";

/**
 * What handlers and jobs depend on. One instance a process, made by `openContext` and passed to every function that needs
 * it. Each part is declared beside what provides it (`declare module`), so that this file depends on none of them.
 */
export interface AppContext {
  config: Config;
  core: Core;
  log: Log;
  /** True during shutdown: work that has not begun is not started any more. */
  stopping: boolean;
}
