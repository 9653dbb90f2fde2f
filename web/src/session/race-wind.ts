import { type TrackColumns, windReader } from "@leebow/core";
import { countText } from "../format/numbers";
import type { WindTrack } from "./wind-now";

/** Longest gap across which the wind of a race is interpolated, ms. */
const BRIDGE_MS = 60_000;
const RADIANS = Math.PI / 180;

interface RaceWindEstimate {
  time: string;
  ewd: number;
  sd: number;
}

/** The estimates of a race's wind as columns; null without any. */
export function raceWind(estimates: readonly RaceWindEstimate[], boats: number): WindTrack | null {
  if (estimates.length === 0) return null;
  return {
    source: "estimated",
    time_ms: Float64Array.from(estimates, ({ time }) => Date.parse(time)),
    direction: Float32Array.from(estimates, ({ ewd }) => ewd),
    sd: Float32Array.from(estimates, ({ sd }) => sd),
    of: countText(boats, "boat"),
    holds_ms: BRIDGE_MS,
  };
}

/** The columns of a boat with wind direction, wind angle, VMG and LVG against the wind of the race. */
export function againstWind(columns: TrackColumns, wind: WindTrack): TrackColumns {
  const { n, time_ms, channels } = columns;
  const { sog, cog } = channels;
  const [ewd, etwa, etab, vmg, lvg] = [0, 1, 2, 3, 4].map(() => new Float32Array(n).fill(NaN)) as Float32Array[];
  const directionAt = windReader({ time_ms: wind.time_ms, twd_deg: wind.direction });
  for (let row = 0; row < n; row++) {
    const direction = directionAt(time_ms[row]!);
    ewd![row] = direction;
    const course = cog?.[row] ?? NaN;
    const angle = wrap360(direction - course);
    if (Number.isNaN(angle)) continue;
    etwa![row] = angle;
    etab![row] = angle > 180 ? 360 - angle : angle;
    const speed = sog?.[row] ?? NaN;
    vmg![row] = speed * Math.cos(angle * RADIANS);
    lvg![row] = -speed * Math.sin(angle * RADIANS);
  }
  const { ewd_sd: _, ...own } = channels;
  return { ...columns, channels: { ...own, ewd: ewd!, etwa: etwa!, etab: etab!, vmg: vmg!, lvg: lvg! } };
}

const wrap360 = (deg: number) => (deg >= 0 && deg < 360 ? deg : ((deg % 360) + 360) % 360);
