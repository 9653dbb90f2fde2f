/** The speed that a polar gives for a wind and an angle, and its best speeds made good. */
import type { TargetPolar, TargetWind } from "./polar-file.ts";

/** Upwind and downwind a boat is compared by its speed made good, between them by its speed at the angle. */
export type TargetSide = "up" | "reach" | "down";

/** The best speed made good of a wind. */
export interface BestTarget {
  twa_deg: number;
  speed_kn: number;
  vmg_kn: number;
}

/** What was sailed against the target. */
export interface TargetShare {
  side: TargetSide;
  /** Speed made good upwind and downwind, speed on a reach. */
  sailed_kn: number;
  target_kn: number;
  /** The angle of the best speed made good; null on a reach. */
  target_twa_deg: number | null;
}

export interface Targets {
  /** Null in a wind and at an angle that the polar does not have; never beyond its edge. */
  speed(tws_kn: number, twa_deg: number): number | null;
  best(tws_kn: number, side: "up" | "down"): BestTarget | null;
  /** `twa_deg` may be of either tack. */
  share(tws_kn: number, twa_deg: number, speed_kn: number): TargetShare | null;
}

/** Close-hauled is up to here, a run from here on, as in a passage. */
export const CLOSE_HAULED_TO_DEG = 60;
export const RUN_FROM_DEG = 140;
/** Angles this much lower than the best beat, or higher than the best run, are sailed for speed made good, too. *guess* */
const AROUND_BEST_DEG = 10;
/** The range of angles must reach these before it has a best beat or run. */
const BEAT_WITHIN_DEG = 65;
const RUN_WITHIN_DEG = 130;
const STEP_DEG = 0.5;

export const vmgOf = (speed_kn: number, twa_deg: number) => Math.abs(speed_kn * Math.cos((twa_deg * Math.PI) / 180));

export function targetsOf({ winds }: TargetPolar): Targets {
  const curves = winds.map(curveOf);
  const bests = { up: curves.map((curve) => bestOf(curve, "up")), down: curves.map((curve) => bestOf(curve, "down")) };
  /** Between the winds beside it. */
  const atWind = <T>(
    tws_kn: number,
    of: (wind: number) => T | null,
    mix: (a: T, b: T, share: number) => T,
  ): T | null => {
    const after = winds.findIndex((wind) => wind.tws_kn >= tws_kn);
    if (after < 0) return null;
    if (winds[after]!.tws_kn === tws_kn) return of(after);
    if (after === 0) return null;
    const [a, b] = [of(after - 1), of(after)];
    const [from, to] = [winds[after - 1]!.tws_kn, winds[after]!.tws_kn];
    return a === null || b === null ? null : mix(a, b, (tws_kn - from) / (to - from));
  };
  const speed = (tws_kn: number, twa_deg: number) => atWind(tws_kn, (wind) => curves[wind]!(Math.abs(twa_deg)), mixed);
  const best = (tws_kn: number, side: "up" | "down") =>
    atWind(
      tws_kn,
      (wind) => bests[side][wind]!,
      (a, b, share): BestTarget => ({
        twa_deg: mixed(a.twa_deg, b.twa_deg, share),
        speed_kn: mixed(a.speed_kn, b.speed_kn, share),
        vmg_kn: mixed(a.vmg_kn, b.vmg_kn, share),
      }),
    );
  const share = (tws_kn: number, twa_deg: number, speed_kn: number): TargetShare | null => {
    const angle = Math.abs(twa_deg);
    const [up, down] = [best(tws_kn, "up"), best(tws_kn, "down")];
    const made = (side: "up" | "down", { vmg_kn, twa_deg }: BestTarget) => ({
      side,
      sailed_kn: vmgOf(speed_kn, angle),
      target_kn: vmg_kn,
      target_twa_deg: twa_deg,
    });
    if (up && angle <= Math.max(CLOSE_HAULED_TO_DEG, up.twa_deg + AROUND_BEST_DEG)) return made("up", up);
    if (down && angle >= Math.min(RUN_FROM_DEG, down.twa_deg - AROUND_BEST_DEG)) return made("down", down);
    const target_kn = speed(tws_kn, angle);
    return target_kn === null ? null : { side: "reach", sailed_kn: speed_kn, target_kn, target_twa_deg: null };
  };
  return { speed, best, share };
}

const mixed = (a: number, b: number, share: number) => a + share * (b - a);

type Curve = { (twa_deg: number): number | null; from: number; to: number };

/**
 * Through the speeds of a wind, without going beyond them between two of them: monotone cubic interpolation (Fritsch and
 * Butland 1984, weighted harmonic means of the slopes).
 */
function curveOf({ twa_deg: x, speed_kn: y }: TargetWind): Curve {
  const last = x.length - 1;
  const slope = (i: number) => (y[i + 1]! - y[i]!) / (x[i + 1]! - x[i]!);
  const tangents = x.map((_, i) => {
    if (last === 0) return 0;
    if (i === 0 || i === last) return slope(Math.min(i, last - 1));
    const [before, after] = [slope(i - 1), slope(i)];
    if (before * after <= 0) return 0;
    const [h0, h1] = [x[i]! - x[i - 1]!, x[i + 1]! - x[i]!];
    return (3 * (h0 + h1)) / ((2 * h1 + h0) / before + (h1 + 2 * h0) / after);
  });
  const curve = (angle: number) => {
    if (!(angle >= x[0]! && angle <= x[last]!)) return null;
    const i = Math.max(
      0,
      x.findLastIndex((one) => one <= angle && one < x[last]!),
    );
    if (last === 0) return y[0]!;
    const h = x[i + 1]! - x[i]!;
    const t = (angle - x[i]!) / h;
    const [a, b] = [y[i]!, y[i + 1]!];
    const cubic = h * (tangents[i]! * t * (1 - t) ** 2 - tangents[i + 1]! * t ** 2 * (1 - t));
    return a + (b - a) * t ** 2 * (3 - 2 * t) + cubic;
  };
  return Object.assign(curve, { from: x[0]!, to: x[last]! });
}

function bestOf(curve: Curve, side: "up" | "down"): BestTarget | null {
  if (side === "up" ? curve.from > BEAT_WITHIN_DEG : curve.to < RUN_WITHIN_DEG) return null;
  let best: BestTarget | null = null;
  const [from, to] = side === "up" ? [curve.from, Math.min(curve.to, 85)] : [Math.max(curve.from, 95), curve.to];
  for (let twa_deg = from; twa_deg <= to; twa_deg += STEP_DEG) {
    const speed_kn = curve(twa_deg)!;
    const vmg_kn = vmgOf(speed_kn, twa_deg);
    if (vmg_kn > (best?.vmg_kn ?? 0)) best = { twa_deg, speed_kn, vmg_kn };
  }
  return best;
}
