/** The engine in the browser (and, for tests, in Node): WASM. It works where it is called: load it in a worker. */
import { faceOf } from "./face.ts";
import type { Core } from "./index.ts";
import { loadWasm } from "./raw-web.ts";

export * from "./index.ts";
export * from "./arrow.ts";
export * from "./document.ts";
export { buffersOf } from "./transfer.ts";

let loaded: Promise<Core> | undefined;

/** The engine; fetched and compiled once. A failed fetch may be tried again. */
export function loadCore(): Promise<Core> {
  loaded ??= loadWasm().then(faceOf);
  loaded.catch(() => (loaded = undefined));
  return loaded;
}
