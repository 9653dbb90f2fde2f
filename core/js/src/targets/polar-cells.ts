/** From the cells of a file to a polar: sorted, without what is none, and without speeds that do not fit their neighbours. */
import type { TargetPolar, TargetWind } from "./polar-file.ts";

/** One speed of a file; null where the cell is empty, NaN where it is no number. */
export interface Cell {
  tws_kn: number;
  twa_deg: number;
  speed_kn: number | null;
  /** Its line in the file, from 1; absent in a file without lines. */
  at?: number;
}

/** A speed that does not fit its neighbours, and what lies between them. */
export interface Misfit {
  tws_kn: number;
  twa_deg: number;
  speed_kn: number;
  used_kn: number | null;
}

/** Why a file cannot be used as a polar, as a sentence. */
export class PolarFileError extends Error {
  override name = "PolarFileError";
}

/** The largest polars that are around have 181 angles by 71 winds. */
const MOST_FIGURES = 40_000;
const MOST_WINDS = 200;
/** A speed this many times of what its neighbours give, or this part of it, is a slip of the hand. */
const MISFIT = 2;
/** No boat sails faster. */
const MOST_KN = 100;
/** At most so many are left out, and this share of the cells: a table with more is of another kind. */
const MOST_MISFITS = 20;
const MOST_MISFIT_SHARE = 0.1;

/** A wind speed, kn, and an angle, deg, that can be. */
export const isWind = (value: number | null | undefined): value is number => within(value, 0, 100);
export const isAngle = (value: number | null | undefined): value is number => within(value, -360, 360);
const within = (value: number | null | undefined, from: number, to: number) =>
  value !== null && value !== undefined && value >= from && value <= to;

/** Throws a {@link PolarFileError} for more figures than any polar has. */
export function checkSize(figures: number, winds = 0): void {
  if (figures <= MOST_FIGURES && winds <= MOST_WINDS) return;
  const most = `${MOST_FIGURES.toLocaleString("en")} figures and ${MOST_WINDS} winds`;
  throw new PolarFileError(`The file is larger than a polar, which has at most ${most}.`);
}

/**
 * The polar of cells in any order; a speed of 0 is no target. Angles over 180° are those of the other tack. Errors:
 * {@link PolarFileError}.
 */
export function polarOf(cells: readonly Cell[]): { polar: TargetPolar; misfits: Misfit[]; notes: string[] } {
  checkSize(cells.length);
  const wrong = cells.filter(({ speed_kn }) => speed_kn !== null && !(speed_kn >= 0 && speed_kn <= MOST_KN));
  const byWind = new Map<number, Map<number, number[]>>();
  let repeated = 0;
  for (const { tws_kn, twa_deg, speed_kn } of cells) {
    if (!(speed_kn !== null && speed_kn > 0 && speed_kn <= MOST_KN && isWind(tws_kn) && isAngle(twa_deg))) continue;
    const angle = Math.abs(twa_deg) > 180 ? 360 - Math.abs(twa_deg) : Math.abs(twa_deg);
    const row = byWind.get(tws_kn) ?? new Map<number, number[]>();
    const speeds = row.get(angle) ?? [];
    speeds.push(speed_kn);
    byWind.set(tws_kn, row.set(angle, speeds));
    if (speeds.length === 2) repeated += 1;
  }
  checkSize(cells.length, byWind.size);
  const winds = [...byWind].sort(([a], [b]) => a - b).map(([tws_kn, row]) => windOf(tws_kn, row));
  const share = MOST_MISFIT_SHARE * winds.reduce((sum, { twa_deg }) => sum + twa_deg.length, 0);
  const most = Math.min(MOST_MISFITS, share);
  const { misfits, polar } = withoutMisfits({ winds }, most);
  const [first] = wrong;
  const notes = first
    ? [`${first.at === undefined ? "" : `Line ${first.at}: `}${figures(wrong.length)} no speed.`]
    : [];
  if (repeated > 0) notes.push(`${figures(repeated, "given")} more than once: their mean is used.`);
  return { polar, misfits, notes };
}

const figures = (n: number, verb = "") => `${n} ${n === 1 ? "figure is" : "figures are"}${verb && ` ${verb}`}`;

function windOf(tws_kn: number, row: Map<number, number[]>): TargetWind {
  const points = [...row].sort(([a], [b]) => a - b);
  return {
    tws_kn,
    twa_deg: points.map(([angle]) => angle),
    speed_kn: points.map(([, speeds]) => speeds.reduce((sum, kn) => sum + kn, 0) / speeds.length),
  };
}

/** Leaves the worst out again and again, as one wrong speed makes its neighbours look wrong, too. */
function withoutMisfits(polar: TargetPolar, most: number): { polar: TargetPolar; misfits: Misfit[] } {
  const misfits: Misfit[] = [];
  let { winds } = polar;
  for (let worst = worstOf(winds); worst && misfits.length + 1 <= Math.max(1, most); worst = worstOf(winds)) {
    const { wind, point, used_kn } = worst;
    const { tws_kn, twa_deg, speed_kn } = winds[wind]!;
    misfits.push({ tws_kn, twa_deg: twa_deg[point]!, speed_kn: speed_kn[point]!, used_kn });
    const but = <T>(_: T, i: number) => i !== point;
    winds = winds.with(wind, { tws_kn, twa_deg: twa_deg.filter(but), speed_kn: speed_kn.filter(but) });
  }
  return { polar: { winds: winds.filter(({ twa_deg }) => twa_deg.length > 0) }, misfits };
}

/** The speed that is furthest from what the angles beside it and the winds beside it give. */
function worstOf(winds: readonly TargetWind[]) {
  let worst: { wind: number; point: number; used_kn: number | null; off: number } | null = null;
  winds.forEach(({ twa_deg, speed_kn }, wind) => {
    speed_kn.forEach((speed, point) => {
      const angle = twa_deg[point]!;
      const along = between(twa_deg[point - 1], speed_kn[point - 1], twa_deg[point + 1], speed_kn[point + 1], angle);
      const [lighter, stronger] = [winds[wind - 1], winds[wind + 1]];
      const beside = [lighter, stronger].map((other) => other && lineAt(other, angle));
      const across = between(lighter?.tws_kn, beside[0], stronger?.tws_kn, beside[1], winds[wind]!.tws_kn);
      const offs = [along, across].flatMap((kn) => (kn === null ? [] : Math.abs(Math.log(speed / kn))));
      const off = Math.min(...offs);
      // Beside the angle at which a boat cannot sail any more, speeds rise that fast.
      const isEdge = point === 0 || point === speed_kn.length - 1;
      const isLow = isEdge && speed < (along ?? 0);
      if (offs.length === 0 || isLow || off < Math.log(MISFIT) || off <= (worst?.off ?? 0)) return;
      worst = { wind, point, used_kn: isEdge ? across : along, off };
    });
  });
  return worst as { wind: number; point: number; used_kn: number | null } | null;
}

/** On the line between two neighbours, or the only one. */
function between(x0?: number, y0?: number | null, x1?: number, y1?: number | null, x = 0): number | null {
  const [a, b] = [y0 ?? null, y1 ?? null];
  if (a === null || b === null) return a ?? b;
  return a + ((b - a) * (x - x0!)) / (x1! - x0!);
}

/** On the lines between the speeds of a wind; null beyond them. */
function lineAt({ twa_deg, speed_kn }: TargetWind, angle: number): number | null {
  let [at, end] = [0, twa_deg.length];
  while (at < end) {
    const middle = (at + end) >> 1;
    if (twa_deg[middle]! < angle) at = middle + 1;
    else end = middle;
  }
  if (at === twa_deg.length || (at === 0 && twa_deg[0] !== angle)) return null;
  return at === 0 ? speed_kn[0]! : between(twa_deg[at - 1], speed_kn[at - 1], twa_deg[at], speed_kn[at], angle);
}
