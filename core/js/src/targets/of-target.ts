/** What was sailed in sessions of a boat against the polar of a file, and that polar with the boat's own speeds in it. */
import type { Polar, PolarSide, SessionPolar } from "../core.ts";
import type { TargetPolar } from "./polar-file.ts";
import { type TargetSide, targetsOf } from "./target.ts";

/** One speed of the file and what was sailed near it: in the winds and at the angles to which it is the nearest. */
export interface TargetCell {
  tws_kn: number;
  twa_deg: number;
  target_kn: number;
  /** Mean speed, brought to this wind and angle; null where nothing was sailed. */
  sailed_kn: number | null;
  /** The best quarter of the speed (third quartile), likewise. */
  best_kn: number | null;
  percent: number | null;
  time_s: number;
}

/** The mean of what was sailed, % of target; ± is half of the 90 % interval between sessions, null of fewer than three. */
export interface OfTargetValue {
  percent: number;
  half_width_percent: number | null;
  time_s: number;
}

export interface OfTargetBand {
  name: string;
  from_kn: number | null;
  to_kn: number | null;
  sides: Record<TargetSide, OfTargetValue | null>;
}

export interface OfTarget {
  cells: TargetCell[];
  bands: OfTargetBand[];
  /** Sailed in winds and at angles that the file does not have. */
  outside_s: number;
}

/** Least time of a session that counts as one. */
const COUNTED_S = 120;
/** s; time in a window, as in the engine (`WINDOW_S`). */
const WINDOW_S = 10;
/** Share of the time with a wind speed, as in the engine. */
const MIN_TWS_SHARE = 0.7;
/** A cell with less is not taken over into the file. */
export const OWN_S = 1800;

/** Ten-second windows of one kind. */
interface Windows {
  outing: number;
  tws_kn: number;
  twa_deg: number;
  speed_kn: number;
  time_s: number;
}

export interface OfTargetOptions {
  /** The tack. */
  side?: PolarSide;
  /** The wind speed where none was measured, given by hand. */
  tws_kn?: number | null;
}

/** `sessions` of one class; of them those with a wind speed, as in `polar`, whose bands are taken. */
export function ofTarget(
  sessions: readonly SessionPolar[],
  polar: Pick<Polar, "version" | "bands">,
  target: TargetPolar,
  options: OfTargetOptions = {},
): OfTarget {
  const windows = windowsOf(sessions, polar.version, options);
  const targets = targetsOf(target);
  const shares = windows.flatMap((window) => {
    const share = targets.share(window.tws_kn, window.twa_deg, window.speed_kn);
    return share ? [{ ...window, ...share }] : [];
  });
  const inside = windows.flatMap((window) => {
    const target_kn = targets.speed(window.tws_kn, window.twa_deg);
    return target_kn === null ? [] : [{ ...window, sailed_kn: window.speed_kn, target_kn }];
  });
  const bands = polar.bands.map(({ name, from_kn, to_kn }) => {
    const own = shares.filter(({ tws_kn }) => tws_kn >= (from_kn ?? 0) && tws_kn < (to_kn ?? Number.POSITIVE_INFINITY));
    const of = (side: TargetSide) => meanOf(own.filter((one) => one.side === side));
    return { name, from_kn, to_kn, sides: { up: of("up"), reach: of("reach"), down: of("down") } };
  });
  return { cells: cellsOf(target, inside), bands, outside_s: time(windows) - time(shares) };
}

/** Sessions with a wind speed that is given by hand where none was measured, for `Core.polar`. */
export function withWindSpeed(sessions: readonly SessionPolar[], tws_kn: number): SessionPolar[] {
  return sessions.map((session) => {
    const tws = session.cells.tws.map((bin) => (bin < 0 ? Math.floor(tws_kn) : bin));
    return { ...session, tws_share: 1, cells: { ...session.cells, tws } };
  });
}

/** The file with the best quarter of the own speed where there are at least 30 min of it. */
export function mergedPolar({ winds }: TargetPolar, cells: readonly TargetCell[]): { polar: TargetPolar; own: number } {
  const filled = cells.filter(({ best_kn, time_s }) => best_kn !== null && time_s >= OWN_S);
  const speedAt = (tws_kn: number, twa_deg: number) =>
    filled.find((cell) => cell.tws_kn === tws_kn && cell.twa_deg === twa_deg)?.best_kn;
  const merged = winds.map(({ tws_kn, twa_deg, speed_kn }) => ({
    tws_kn,
    twa_deg,
    speed_kn: speed_kn.map((kn, i) => speedAt(tws_kn, twa_deg[i]!) ?? kn),
  }));
  return { polar: { winds: merged }, own: filled.length };
}

function windowsOf(sessions: readonly SessionPolar[], version: number, options: OfTargetOptions): Windows[] {
  const { side = "both", tws_kn = null } = options;
  const usable = sessions.filter(
    (one) => one.version === version && (tws_kn !== null || one.tws_share >= MIN_TWS_SHARE),
  );
  const sorted = usable.toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  let outing = -1;
  let until = Number.NEGATIVE_INFINITY;
  return sorted.flatMap(({ start_time, end_time, cells }) => {
    // Recordings of the same time share their wind: they are one occasion.
    if (Date.parse(start_time) >= until) outing += 1;
    until = Math.max(until, Date.parse(end_time));
    return cells.n.flatMap((n, i): Windows[] => {
      const [tws, twa, sog] = [cells.tws[i]!, cells.twa[i]!, cells.sog[i]!];
      const wind = tws < 0 ? tws_kn : tws + 0.5;
      if (wind === null || (side !== "both" && (side === "port") !== twa < 0)) return [];
      const twa_deg = Math.abs(2 * (twa + 0.5));
      return [{ outing, tws_kn: wind, twa_deg, speed_kn: (sog + 0.5) / 10, time_s: n * WINDOW_S }];
    });
  });
}

function grouped<T>(all: readonly T[], key: (one: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const one of all) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}

const time = (windows: readonly { time_s: number }[]) => windows.reduce((sum, { time_s }) => sum + time_s, 0);

export interface Compared {
  outing: number;
  sailed_kn: number;
  target_kn: number;
  time_s: number;
}

/** Of means, not the mean of shares: a lull in which the target is small weighs little. */
function percentOf(windows: readonly Compared[]): number {
  const sum = (of: (one: Compared) => number) => windows.reduce((total, one) => total + of(one) * one.time_s, 0);
  return (100 * sum(({ sailed_kn }) => sailed_kn)) / sum(({ target_kn }) => target_kn);
}

/** ± is of outings of at least `counted_s`. */
export function meanOf(windows: readonly Compared[], counted_s = COUNTED_S): OfTargetValue | null {
  if (windows.length === 0) return null;
  const percent = percentOf(windows);
  const outings = [...grouped(windows, ({ outing }) => outing).values()].filter((one) => time(one) >= counted_s);
  const n = outings.length;
  const total = outings.reduce((sum, one) => sum + time(one), 0);
  const squares = outings.reduce((sum, one) => sum + (time(one) * (percentOf(one) - percent)) ** 2, 0);
  const sd = Math.sqrt((squares * n) / (n - 1)) / total;
  return { percent, half_width_percent: n < 3 ? null : tQuantile95(n - 1) * sd, time_s: time(windows) };
}

/** The 95 % quantile of Student's t: Cornish-Fisher's expansion, within 1.5 % from 2 degrees of freedom on. */
function tQuantile95(freedom: number): number {
  const z = 1.645;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}

function cellsOf({ winds }: TargetPolar, windows: readonly (Windows & Compared)[]): TargetCell[] {
  const nearest = (axis: readonly number[], value: number) =>
    axis.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best));
  const speeds = winds.map(({ tws_kn }) => tws_kn);
  const byWind = grouped(windows, ({ tws_kn }) => nearest(speeds, tws_kn));
  return winds.flatMap(({ tws_kn, twa_deg, speed_kn }) => {
    const byAngle = grouped(byWind.get(tws_kn) ?? [], (window) => nearest(twa_deg, window.twa_deg));
    return twa_deg.map((angle, i) => cellOf(tws_kn, angle, speed_kn[i]!, byAngle.get(angle) ?? []));
  });
}

function cellOf(tws_kn: number, twa_deg: number, target_kn: number, windows: readonly Compared[]): TargetCell {
  const found = { tws_kn, twa_deg, target_kn, time_s: time(windows) };
  if (windows.length === 0) return { ...found, sailed_kn: null, best_kn: null, percent: null };
  const percent = percentOf(windows);
  const best = thirdQuartile(windows.map((one) => [one.sailed_kn / one.target_kn, one.time_s]));
  return { ...found, sailed_kn: (target_kn * percent) / 100, best_kn: target_kn * best, percent };
}

function thirdQuartile(shares: [share: number, time_s: number][]): number {
  const sorted = shares.toSorted(([a], [b]) => a - b);
  let left = 0.75 * sorted.reduce((sum, [, time_s]) => sum + time_s, 0);
  for (const [share, time_s] of sorted) {
    left -= time_s;
    if (left <= 0) return share;
  }
  return sorted.at(-1)![0];
}
