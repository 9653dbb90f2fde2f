/** Weighted least squares of a few parameters, with the standard deviation of each by the scatter of the residuals. */
export interface Fit {
  values: number[];
  /** Covariance of the parameters. */
  covariance: number[][];
  /** Observations beyond the parameters. */
  freedom: number;
}

export interface Observation {
  /** Factor of each parameter. */
  factors: readonly number[];
  value: number;
  weight: number;
}

/** Null where the observations do not determine the parameters, or leave nothing to tell the scatter by. */
export function leastSquares(observations: readonly Observation[]): Fit | null {
  const n = observations[0]?.factors.length ?? 0;
  const freedom = observations.length - n;
  if (n === 0 || freedom < 1) return null;
  const normal = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  const right = new Array<number>(n).fill(0);
  for (const { factors, value, weight } of observations)
    for (let i = 0; i < n; i++) {
      right[i]! += weight * factors[i]! * value;
      for (let j = 0; j < n; j++) normal[i]![j]! += weight * factors[i]! * factors[j]!;
    }
  const inverse = inverted(normal);
  if (!inverse) return null;
  const values = inverse.map((row) => dot(row, right));
  let squares = 0;
  for (const { factors, value, weight } of observations) squares += weight * (value - dot(factors, values)) ** 2;
  const variance = squares / freedom;
  return { values, covariance: inverse.map((row) => row.map((value) => value * variance)), freedom };
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** By Gauss and Jordan with pivots; null for a matrix that is singular to a millionth of its diagonal. */
function inverted(matrix: readonly (readonly number[])[]): number[][] | null {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let at = 0; at < n; at++) {
    let pivot = at;
    for (let i = at + 1; i < n; i++) if (Math.abs(rows[i]![at]!) > Math.abs(rows[pivot]![at]!)) pivot = i;
    if (!(Math.abs(rows[pivot]![at]!) > 1e-6 * Math.abs(matrix[at]![at]!))) return null;
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    const own = rows[at]!;
    const scale = own[at]!;
    for (let j = 0; j < 2 * n; j++) own[j]! /= scale;
    for (let i = 0; i < n; i++) {
      const factor = i === at ? 0 : rows[i]![at]!;
      if (factor !== 0) for (let j = 0; j < 2 * n; j++) rows[i]![j]! -= factor * own[j]!;
    }
  }
  return rows.map((row) => row.slice(n));
}

/** 95 % quantile of Student's distribution: half the width of the central 90 % interval, in standard deviations. */
export function student90(freedom: number): number {
  // Hill's expansion (1970) of the quantile in powers of 1 / freedom; exact for 1 and 2.
  if (freedom <= 1) return 6.314;
  if (freedom <= 2) return 2.92;
  const z = 1.644_854;
  const z3 = z ** 3;
  const z5 = z ** 5;
  const first = (z3 + z) / 4;
  const second = (5 * z5 + 16 * z3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z5 + 17 * z3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}
