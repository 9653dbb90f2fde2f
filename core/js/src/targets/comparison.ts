/** A moment of sailing against a target: the one comparison of replays, maneuvers, legs of races and debriefs. */
import type { Current } from "../core.ts";
import { bearingDeg, signedDeg, vectorOf } from "../vectors.ts";
import type { TargetShare, Targets } from "./target.ts";

/** Motion over the ground and wind of a moment; NaN where it is not known. */
export interface Moment {
  sog_kn: number;
  cog_deg: number;
  twd_deg: number;
  tws_kn: number;
}

export interface MomentShare extends TargetShare {
  /** Through the water where a current is known; positive on starboard tack. */
  twa_deg: number;
}

export interface Comparison {
  /** Null where motion or wind is not known, and outside the winds and angles of the polar. */
  compare(moment: Moment): MomentShare | null;
  /** Whether speeds are through the water. */
  through_water: boolean;
}

/** `current`: null without one, and for a polar whose speeds are over the ground. */
export function comparison(targets: Targets, current: Pick<Current, "set_deg" | "drift_kn"> | null): Comparison {
  const [drift_east, drift_north] = current ? vectorOf(current.drift_kn, current.set_deg) : [0, 0];
  const compare = ({ sog_kn, cog_deg, twd_deg, tws_kn }: Moment): MomentShare | null => {
    const [east, north] = vectorOf(sog_kn, cog_deg);
    const [x, y] = [east - drift_east, north - drift_north];
    const twa_deg = signedDeg(twd_deg - bearingDeg(x, y));
    const share = Number.isNaN(twa_deg) ? null : targets.share(tws_kn, twa_deg, Math.hypot(x, y));
    return share && { ...share, twa_deg };
  };
  return { compare, through_water: current !== null };
}
