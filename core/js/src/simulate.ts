/** The seeded simulator: sessions with their truth, for the demo account and for fixtures. Node only. */

import { loadNative } from "./raw-node.ts";
import { toEngineError } from "./typed-core.ts";

/** One demo recording; {@link writeSession} writes it. */
export interface DemoSession {
  name: string;
  format: string;
  /** The settings of the simulator; `class` is the boat class. */
  spec: { class: string };
}

/** The recordings of the demo account. */
export function demoSessions(): DemoSession[] {
  return JSON.parse(loadNative().simulate_demo_specs());
}

/** Simulates a session and writes it as a file: the same spec gives the same bytes on every machine. */
export function writeSession(spec: object, format: string): Uint8Array {
  try {
    return loadNative().simulate_write(JSON.stringify(spec), format);
  } catch (error) {
    throw toEngineError(error);
  }
}
