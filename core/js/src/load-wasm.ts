import type * as Wasm from "../wasm/leebow.js";

/**
 * Loads the engine in a browser. This module imports the .wasm file, which vite-plugin-wasm fetches and compiles while it
 * arrives. A failure lasts as long as the thread does, because its modules are evaluated once: try again in a new worker.
 */
export function loadModule(): Promise<typeof Wasm> {
  return import("../wasm/leebow.js");
}
