import { createRequire } from "node:module";
import { MPS_PER_KNOT, type Point, sumsOf } from "../sums.ts";
import type { Peer } from "./index.ts";

const require = createRequire(import.meta.url);
const { parseNmeaSentence } = require("nmea-simple") as typeof import("nmea-simple");

export const nmeaSimple: Peer = {
  name: "nmea-simple",
  read: (bytes) => {
    const points: Point[] = [];
    for (const line of new TextDecoder().decode(bytes).split("\r\n")) {
      if (!line) continue;
      try {
        const packet = parseNmeaSentence(line);
        if (packet.sentenceId !== "RMC") continue;
        const { datetime, latitude, longitude, speedKnots } = packet;
        points.push({
          time_ms: datetime.getTime(),
          lat_deg: latitude,
          lon_deg: longitude,
          speed_mps: speedKnots * MPS_PER_KNOT,
        });
      } catch {
        // A sentence that the library does not support.
      }
    }
    return points;
  },
  sums: (points) => sumsOf(points as Point[]),
};

type Delta = { updates: { timestamp?: string; values: { path: string; value: unknown }[] }[] };

export const signalk: Peer = {
  name: "@signalk/nmea0183-signalk",
  read: (bytes) => {
    const module = require("@signalk/nmea0183-signalk");
    const parser = new (module.default ?? module)() as { parse(line: string): Delta | null };
    const points: Point[] = [];
    for (const line of new TextDecoder().decode(bytes).split("\r\n")) {
      if (!line) continue;
      const delta = parser.parse(line);
      if (line.startsWith("RMC", 3) && delta) points.push(point(delta));
    }
    return points;
  },
  sums: (points) => sumsOf(points as Point[]),
};

function point({ updates: [update] }: Delta): Point {
  const values = new Map(update!.values.map(({ path, value }) => [path, value]));
  const { latitude, longitude } = values.get("navigation.position") as { latitude: number; longitude: number };
  return {
    time_ms: Date.parse(update!.timestamp ?? ""),
    lat_deg: latitude,
    lon_deg: longitude,
    speed_mps: values.get("navigation.speedOverGround") as number,
  };
}
