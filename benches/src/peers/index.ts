/** Other readers in JavaScript, by format. */
import type { Sums } from "../sums.ts";

export interface Peer {
  name: string;
  /** The timed call. */
  read(bytes: Uint8Array): unknown;
  /** The sums over what was read. */
  sums(result: unknown): Sums;
}

/** Loaded one by one, because a first call is measured in its own process. */
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
