/** Straight sailing between two times against a target. */
import { comparison } from "./comparison.ts";
import { type Compared, meanOf, type OfTargetValue } from "./of-target.ts";
import type { TargetPolar } from "./polar-file.ts";
import type { StraightRows } from "./straight-rows.ts";
import { type TargetSide, targetsOf } from "./target.ts";

/** A polar, and whether its speeds are over the ground. */
export interface ComparedPolar extends TargetPolar {
  over_ground: boolean;
}

/** Direction and strength at rising times, which are taken in place of the boat's own; NaN where they are not known. */
export interface CommonWind {
  twd_deg?: ((time_ms: number) => number) | null;
  tws_kn?: ((time_ms: number) => number) | null;
}

/** Straight sailing of a minute, on one side of the wind and one tack. */
export interface ComparedMinute extends Compared {
  side: TargetSide;
  starboard: boolean;
}

const MINUTE_MS = 60_000;
/** Least time of a minute that counts in the interval, and of straight sailing that has a figure, s. *guess* */
const COUNTED_S = 30;
const SHOWN_S = 60;

/** The straight sailing of a boat from `from_ms` to before `to_ms`, of which the polar has the wind and the angle. */
export function comparedMinutes(
  parts: readonly StraightRows[],
  target: ComparedPolar,
  wind: CommonWind,
  [from_ms, to_ms]: readonly [number, number] = [-Infinity, Infinity],
): ComparedMinute[] {
  const targets = targetsOf(target);
  const sums = new Map<string, ComparedMinute>();
  for (const { time_ms, time_s, sog_kn, cog_deg, twd_deg, tws_kn, current } of parts) {
    const { compare } = comparison(targets, target.over_ground ? null : current);
    for (let row = 0; row < time_ms.length; row++) {
      const at_ms = time_ms[row]!;
      if (at_ms < from_ms || at_ms >= to_ms) continue;
      const share = compare({
        sog_kn: sog_kn[row]!,
        cog_deg: cog_deg[row]!,
        twd_deg: wind.twd_deg ? wind.twd_deg(at_ms) : twd_deg[row]!,
        tws_kn: wind.tws_kn ? wind.tws_kn(at_ms) : tws_kn[row]!,
      });
      if (!share) continue;
      const [outing, side, starboard] = [Math.floor(at_ms / MINUTE_MS), share.side, share.twa_deg > 0];
      const key = `${outing} ${side} ${starboard}`;
      const sum = sums.get(key) ?? { outing, side, starboard, sailed_kn: 0, target_kn: 0, time_s: 0 };
      sum.sailed_kn += share.sailed_kn * time_s[row]!;
      sum.target_kn += share.target_kn * time_s[row]!;
      sum.time_s += time_s[row]!;
      sums.set(key, sum);
    }
  }
  return [...sums.values()].flatMap((sum) =>
    sum.time_s > 0 ? { ...sum, sailed_kn: sum.sailed_kn / sum.time_s, target_kn: sum.target_kn / sum.time_s } : [],
  );
}

/** The mean, % of target; ± is half of the 90 % interval between minutes. Null for less than a minute. */
export function meanOfMinutes(minutes: readonly ComparedMinute[]): OfTargetValue | null {
  const mean = meanOf(minutes, COUNTED_S);
  return mean && mean.time_s >= SHOWN_S ? mean : null;
}
