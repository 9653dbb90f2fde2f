/** The engine in Node: native code, off the event loop. */

import type { Core } from "./core.ts";
import { loadNative } from "./raw-node.ts";
import { coreOf } from "./typed-core.ts";

export * from "./arrow.ts";
export * from "./dashboard.ts";
export * from "./document.ts";
export * from "./fleet.ts";
export * from "./index.ts";
export * from "./raw-arrow.ts";
export { loadExtra } from "./raw-extra.ts";
export * from "./recording.ts";
export * from "./simulate.ts";
export * from "./straight-thread.ts";
export { buffersOf } from "./transfer.ts";

let loaded: Promise<Core> | undefined;

/** The engine; loaded once. */
export function loadCore(): Promise<Core> {
  loaded ??= Promise.resolve().then(() => coreOf(loadNative()));
  return loaded;
}
