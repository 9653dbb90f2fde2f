/**
 * Change of the losses of turns over months. Turns of one session are alike (same wind, same day), so the standard error
 * of a month's median is that of independent turns times the root of a design effect, which is estimated from the
 * signs of the turns about the median of their month: of independent turns the squared sums of the signs of the sessions
 * add up to the number of turns.
 */

/** Losses of one person's turns of one kind in a month. */
export interface LossPeriod {
  /** YYYY-MM; null of all months. */
  month: string | null;
  count: number;
  /** Number of sessions with these turns. */
  sessions: number;
  lower_m: number;
  median_m: number;
  upper_m: number;
  /** Standard error of the median if the turns were independent: half the distance of the quantiles 1/2 ± 1/(2 √count). */
  se_m: number;
  /** Sum over the sessions of the squared difference between their turns above and below the median. */
  squares: number;
}

/** Fewest turns of a month whose median is compared. *from* the drawing of the season page. */
const MIN_TURNS = 10;
/** Fewest months of a trend: a line through two has no residual. */
const MIN_MONTHS_OF_TREND = 3;

/**
 * Variance of the medians relative to that of independent turns, at least 1; null when no period has two sessions. It is
 * pooled over the periods, with n / (n - 1) for the sessions of each.
 */
function designEffect(periods: readonly LossPeriod[]): number | null {
  const known = periods.filter(({ sessions }) => sessions > 1);
  if (known.length === 0) return null;
  const squares = known.reduce((sum, one) => sum + (one.squares * one.sessions) / (one.sessions - 1), 0);
  return Math.max(1, squares / known.reduce((sum, { count }) => sum + count, 0));
}

/** The median of one period with its standard error; null with too few turns. */
export function medianLoss(period: LossPeriod | undefined): { median_m: number; se_m: number | null } | null {
  if (!period || period.count < MIN_TURNS) return null;
  const effect = designEffect([period]);
  return { median_m: period.median_m, se_m: effect === null ? null : period.se_m * Math.sqrt(effect) };
}

/** The months whose medians are compared. */
export const comparedMonths = <Period extends LossPeriod>(months: readonly Period[]): Period[] =>
  months.filter(({ count }) => count >= MIN_TURNS);

/** From the median of the first month to that of the last, with the standard error of the difference. */
export function changeOf(months: readonly LossPeriod[]) {
  const compared = comparedMonths(months);
  const [first, last, effect] = [compared[0], compared.at(-1), designEffect(months)];
  if (!first || !last || first === last || effect === null) return null;
  const se_m = Math.hypot(first.se_m, last.se_m) * Math.sqrt(effect);
  return { from: first.month!, to: last.month!, from_m: first.median_m, to_m: last.median_m, se_m };
}

/**
 * Slope of the monthly medians, m a month, by weighted least squares with weights 1 / (se² + τ²). τ², the variance between
 * months beyond the errors of their medians, is the moment estimator of DerSimonian and Laird of the residuals.
 */
export function trendOf(months: readonly LossPeriod[]): { slope_m: number; se_m: number } | null {
  const [compared, effect] = [comparedMonths(months), designEffect(months)];
  if (compared.length < MIN_MONTHS_OF_TREND || effect === null) return null;
  const points = compared.map(({ month, median_m, se_m }) => ({
    x: monthNumber(month!),
    y: median_m,
    variance: Math.max(se_m ** 2 * effect, MIN_VARIANCE_M2),
  }));
  const fixed = lineOf(points.map((point) => ({ ...point, w: 1 / point.variance })));
  const tau2 = Math.max(0, (fixed.chi2 - (points.length - 2)) / fixed.trace);
  const { slope_m, se_m } = lineOf(points.map((point) => ({ ...point, w: 1 / (point.variance + tau2) })));
  return { slope_m, se_m };
}

/** Medians are not more exact than this, m². *guess*: 1 cm; equal losses of a month would have an infinite weight. */
const MIN_VARIANCE_M2 = 0.01 ** 2;

/** The weighted line; `chi2` the weighted sum of squared residuals, `trace` what it grows by per unit of τ². */
function lineOf(points: readonly { x: number; y: number; w: number }[]) {
  const sum = (of: (point: { x: number; y: number; w: number }) => number) =>
    points.reduce((all, point) => all + of(point), 0);
  const weight = sum(({ w }) => w);
  const [x0, y0] = [sum(({ x, w }) => w * x) / weight, sum(({ y, w }) => w * y) / weight];
  const spread = sum(({ x, w }) => w * (x - x0) ** 2);
  const slope_m = sum(({ x, y, w }) => w * (x - x0) * (y - y0)) / spread;
  const chi2 = sum(({ x, y, w }) => w * (y - y0 - slope_m * (x - x0)) ** 2);
  const trace = weight - sum(({ w }) => w * w) / weight - sum(({ x, w }) => (w * (x - x0)) ** 2) / spread;
  return { slope_m, se_m: Math.sqrt(1 / spread), chi2, trace };
}

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
