import type * as Wasm from "../wasm/leebow.js";
import type * as Polars from "../wasm/leebow_polars.js";
import type * as Races from "../wasm/leebow_races.js";

/**
 * Loads the engine in a browser. This module imports the .wasm file, which vite-plugin-wasm fetches and compiles while it
 * arrives. A failure lasts as long as the thread does, because its modules are evaluated once: try again in a new worker.
 */
export function loadModule(): Promise<typeof Wasm> {
  return import("../wasm/leebow.js");
}

/** Loads the analysis of races in the same way. */
export function loadRaces(): Promise<typeof Races> {
  return import("../wasm/leebow_races.js");
}

/** Loads the polars in the same way. */
export function loadPolars(): Promise<typeof Polars> {
  return import("../wasm/leebow_polars.js");
}
