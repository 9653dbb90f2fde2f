/** The readers in JavaScript that people would pick instead, by format. */
import type { Sums } from "../sums.ts";

export interface Peer {
  name: string;
  /** What is timed. */
  read(bytes: Uint8Array): unknown;
  /** The sums over what was read. */
  sums(result: unknown): Sums;
}

/** Loaded one by one: a first call is measured in a process of its own. */
export const PEERS: Record<string, Record<string, () => Promise<Peer>>> = {
  fit: {
    fitsdk: async () => (await import("./fit.ts")).fitsdk,
    fitFileParser: async () => (await import("./fit.ts")).fitFileParser,
  },
  gpx: {
    saxes: async () => (await import("./gpx.ts")).saxes,
    togeojson: async () => (await import("./gpx.ts")).togeojson,
  },
  nmea: {
    nmeaSimple: async () => (await import("./nmea.ts")).nmeaSimple,
    signalk: async () => (await import("./nmea.ts")).signalk,
  },
  csv: {
    udsv: async () => (await import("./csv.ts")).udsv,
    papaparse: async () => (await import("./csv.ts")).papaparse,
  },
};
