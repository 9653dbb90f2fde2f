import { createRequire } from "node:module";
import type { RawBinding } from "./raw.ts";

/** The simulator: native alone, so that it costs the browser nothing. */
export interface RawSimulator {
  simulate_write(spec: string, format: string): Uint8Array;
  simulate_demo_specs(): string;
}

/** The native binding. Found by the package's name, so that a bundle elsewhere in the workspace finds it too. */
export function loadNative(): RawBinding & RawSimulator {
  return createRequire(import.meta.url)("@leebow/core/native") as RawBinding & RawSimulator;
}
