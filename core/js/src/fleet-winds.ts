import type { FleetWind } from "./core.ts";

/** What races need of a fleet's wind. */
export type JoinedWind = Pick<FleetWind, "time_ms" | "twd_deg" | "sd_deg" | "flip_probability">;

/**
 * The winds of fleets that sailed one after the other as one, as of races of a day whose recordings end between the races.
 * It is as likely to be reversed as the least certain of them. Null without a wind, and where any of them overlap in time.
 */
export function joinedWind(winds: readonly FleetWind[]): JoinedWind | null {
  const sorted = winds.toSorted((a, b) => a.time_ms[0]! - b.time_ms[0]!);
  const follow = sorted.slice(1).every((wind, i) => sorted[i]!.time_ms.at(-1)! < wind.time_ms[0]!);
  if (sorted.length === 0 || !follow) return null;
  return {
    time_ms: sorted.flatMap(({ time_ms }) => time_ms),
    twd_deg: sorted.flatMap(({ twd_deg }) => twd_deg),
    sd_deg: sorted.flatMap(({ sd_deg }) => sd_deg),
    flip_probability: Math.max(...sorted.map(({ flip_probability }) => flip_probability)),
  };
}
