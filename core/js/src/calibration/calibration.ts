/**
 * Errors of a boat's instruments by what they say of each other and of the track, and port against starboard. A leg is a
 * straight of the analysis; legs are independent observations, and intervals follow from their scatter.
 */
import type { FileAnalysis, InstrumentErrors, TrackColumns } from "../core.ts";
import { CLOSE_HAULED_TO_DEG } from "../targets/target.ts";
import { bearingDeg, KN_PER_MPS, RADIANS, signedDeg } from "../vectors.ts";
import { type Fit, leastSquares, type Observation, student90 } from "./least-squares.ts";

export const CALIBRATED = ["vane", "log", "compass", "leeway", "heel"] as const;
export type Calibrated = (typeof CALIBRATED)[number];

export interface CalibrationRow {
  instrument: Calibrated;
  /** What to add to its reading, °; of the log what to multiply it by; leeway close-hauled, to leeward. Null where there is too little to say. */
  value: number | null;
  /** Half of the 90 % interval. */
  half_width: number | null;
  /** What it follows from, and what is needed: tacks, or minutes. */
  from: number;
  needed: number;
}

export const SIDE_FIGURES = ["angle_up", "speed_up", "vmg_up", "heel_up", "angle_down", "speed_down"] as const;
export type SideFigure = (typeof SIDE_FIGURES)[number];

/** Means on port and on starboard tack, ° and kn; null below three legs. */
export interface SideRow {
  figure: SideFigure;
  port: number | null;
  starboard: number | null;
  /** Starboard less port, and half of its 90 % interval. */
  difference: number | null;
  half_width: number | null;
}

export interface Calibration {
  /** Those of which the recording has readings. */
  rows: CalibrationRow[];
  sides: SideRow[];
  /** Speeds of `sides` are through the water, by the corrected log, and angles to the wind over it. */
  through_water: boolean;
  tacks: number;
  /** Straight sailing, min. */
  straight_min: number;
  /** The middle four fifths of the wind on these legs, kn; null where it is not known. */
  tws_kn: [number, number] | null;
}

/** *guess*, as all below: a leg tells something from 30 s on, and as much as it can within three minutes. */
const LEG_S = 30;
const FULL_LEG_S = 180;
/** Of a leg, after its turn. */
const SETTLING_S = 10;
const TACKS = 6;
const LOG_MIN = 30;
const LEEWAY_MIN = 20;
const HEEL_MIN = 3;
/** Courses of a log's factor must differ by so much: only then a current is distinguished from it. */
const COURSES_DEG = 90;
/** From so many legs over so long a time on the current may change with time. */
const DRIFT_LEGS = 12;
const DRIFT_S = 5400;
const SIDE_LEGS = 3;
/** A boat is upright that stands still, or runs. */
const UPRIGHT_MPS = 0.5;
const UPRIGHT_DEG = 165;
const LONGEST_STEP_MS = 10_000;

const sin = (deg: number) => Math.sin(deg * RADIANS);
const cos = (deg: number) => Math.cos(deg * RADIANS);

/** Means of a leg. Angles and sides follow from the wind of the analysis; those of the vane from the vane. */
interface LegMeans {
  start_ms: number;
  time_s: number;
  /** Over the ground, m/s, east and north. */
  ground: [number, number];
  /** Speed of the log in the direction of the compass, m/s; NaN without. */
  water: [number, number];
  heading: number;
  awa: number;
  heel: number;
  /** Absolute true wind angle; 1 with the wind from starboard, −1 from port. */
  angle: number;
  side: number;
  twd: number;
  tws: number;
  log_mps: number;
  /** Over the ground, m/s; through the water where the log's factor is known. */
  speed: number;
}

/** The errors that a calibration corrects figures with: those whose interval excludes none. */
export function errorsOf(rows: readonly CalibrationRow[]): InstrumentErrors {
  const errors: InstrumentErrors = {};
  for (const row of rows) {
    const name = ERROR_NAMES[row.instrument];
    if (name && isError(row)) errors[name] = Number(row.value!.toFixed(name === "log_factor" ? 3 : 1));
  }
  return errors;
}

const ERROR_NAMES: Partial<Record<Calibrated, keyof InstrumentErrors>> = {
  vane: "vane_deg",
  log: "log_factor",
  compass: "compass_deg",
  heel: "heel_deg",
};

/** True where the interval excludes an instrument without an error. */
export const isError = ({ instrument, value, half_width }: CalibrationRow): boolean =>
  value !== null && half_width !== null && Math.abs(instrument === "log" ? value - 1 : value) > half_width;

/** The errors of instruments of which the columns are corrected already: what is left and what was corrected. */
export function withApplied(calibration: Calibration, applied: InstrumentErrors | null): Calibration {
  const whole = (row: CalibrationRow): CalibrationRow => {
    const name = ERROR_NAMES[row.instrument];
    const before = name && applied?.[name];
    if (before === undefined || row.value === null) return row;
    return { ...row, value: name === "log_factor" ? row.value * before : row.value + before };
  };
  return applied ? { ...calibration, rows: calibration.rows.map(whole) } : calibration;
}

type Report = Pick<FileAnalysis, "straights" | "maneuvers" | "doubts" | "wind">;

/** Null for a recording without a vane, log, compass or heel. */
export function calibrationOf(report: Report, columns: TrackColumns): Calibration | null {
  const has = (id: string) => columns.channels[id]?.some((value) => !Number.isNaN(value)) ?? false;
  if (!["awa", "stw", "hdg", "hdg_mag", "heel"].some(has)) return null;
  const legs = legsOf(report, columns);
  const minutes = legs.reduce((sum, { time_s }) => sum + time_s, 0) / 60;
  const rows: CalibrationRow[] = [];
  const hasWater = has("stw") && (has("hdg") || has("hdg_mag"));
  const water = hasWater ? waterFit(legs) : null;
  if (has("awa")) rows.push(vaneRow(legs));
  // A magnetic compass is off by the variation, which is no error of its own.
  const isReported = ({ instrument }: CalibrationRow) => instrument !== "compass" || has("hdg");
  if (hasWater) rows.push(...waterRows(legs, water).filter(isReported));
  if (has("heel")) rows.push(heelRow(report, columns));
  const winds = legs.map(({ tws }) => tws * KN_PER_MPS).filter((tws) => !Number.isNaN(tws));
  winds.sort((a, b) => a - b);
  const at = (share: number) => winds[Math.floor(share * (winds.length - 1))]!;
  return {
    rows,
    sides: sideRows(water ? legs.map((leg) => inWater(leg, water)) : legs),
    through_water: water !== null,
    tacks: tacksOf(legs),
    straight_min: minutes,
    tws_kn: winds.length > 0 ? [at(0.1), at(0.9)] : null,
  };
}

function legsOf({ straights, doubts = [] }: Report, columns: TrackColumns): LegMeans[] {
  // Log and compass have no readings where they are doubted.
  const vane = doubts.find(({ instrument, used }) => !used && (instrument === "vane" || instrument === "wind"));
  const spans = (vane?.spans ?? []).map(({ start_time, end_time }) => ({
    from: Date.parse(start_time),
    to: Date.parse(end_time),
  }));
  const isDoubted = (ms: number) => spans.some(({ from, to }) => ms >= from && ms <= to);
  const { time_ms } = columns;
  let row = 0;
  return straights.flatMap(({ start_time, end_time }) => {
    const [from, to] = [Date.parse(start_time) + 1000 * SETTLING_S, Date.parse(end_time)];
    while (row < time_ms.length && time_ms[row]! < from) row++;
    const leg = legOf(columns, row, to, isDoubted);
    return leg && leg.time_s >= LEG_S ? [leg] : [];
  });
}

/** What a leg has the means of, by row; NaN where it is not known. */
function readings({ time_ms, channels }: TrackColumns, isDoubted: (ms: number) => boolean) {
  const { sog, cog, stw, awa, heel, tws } = channels;
  const hdg = channels.hdg ?? channels.hdg_mag;
  const twd = channels.twd ?? channels.ewd;
  const at = (of: Float32Array | undefined, row: number) => of?.[row] ?? Number.NaN;
  return {
    east: (row: number) => at(sog, row) * sin(at(cog, row)),
    north: (row: number) => at(sog, row) * cos(at(cog, row)),
    water_east: (row: number) => at(stw, row) * sin(at(hdg, row)),
    water_north: (row: number) => at(stw, row) * cos(at(hdg, row)),
    wind_east: (row: number) => sin(at(twd, row)),
    wind_north: (row: number) => cos(at(twd, row)),
    tws: (row: number) => at(tws, row),
    log: (row: number) => at(stw, row),
    awa: (row: number) => (isDoubted(time_ms[row]!) ? Number.NaN : signedDeg(at(awa, row))),
    heel: (row: number) => at(heel, row),
  };
}

/** The leg from a row until a time. */
function legOf(
  columns: TrackColumns,
  first: number,
  to_ms: number,
  isDoubted: (ms: number) => boolean,
): LegMeans | null {
  const { time_ms } = columns;
  const of = readings(columns, isDoubted);
  const names = Object.keys(of) as (keyof typeof of)[];
  const means = Object.fromEntries(names.map((name) => [name, new Mean()])) as Record<keyof typeof of, Mean>;
  let time_s = 0;
  for (let row = first; row + 1 < time_ms.length && time_ms[row]! < to_ms; row++) {
    const step_ms = time_ms[row + 1]! - time_ms[row]!;
    if (!(step_ms > 0 && step_ms <= LONGEST_STEP_MS)) continue;
    for (const name of names) means[name].add(of[name](row), step_ms / 1000);
    time_s += step_ms / 1000;
  }
  const ground: [number, number] = [means.east.mean, means.north.mean];
  if (time_s === 0 || Number.isNaN(ground[0])) return null;
  const water: [number, number] = [means.water_east.mean, means.water_north.mean];
  const heading = Number.isNaN(water[0]) ? bearingDeg(...ground) : bearingDeg(...water);
  const twd = bearingDeg(means.wind_east.mean, means.wind_north.mean);
  const twa = signedDeg(twd - heading);
  return {
    start_ms: time_ms[first]!,
    time_s,
    ground,
    water,
    heading,
    awa: means.awa.mean,
    heel: means.heel.mean,
    angle: Math.abs(twa),
    side: Math.sign(twa),
    twd,
    tws: means.tws.mean,
    log_mps: means.log.mean,
    speed: Math.hypot(...ground),
  };
}

/** A mean weighted by time, of what is known. */
class Mean {
  private sum = 0;
  private time_s = 0;
  add(value: number, s: number): void {
    if (Number.isNaN(value)) return;
    this.sum += value * s;
    this.time_s += s;
  }
  get mean(): number {
    return this.time_s > 0 ? this.sum / this.time_s : Number.NaN;
  }
}

const isUp = ({ angle }: LegMeans) => angle <= CLOSE_HAULED_TO_DEG;
const weightOf = ({ time_s }: LegMeans) => Math.min(time_s, FULL_LEG_S);
const minutesOf = (legs: readonly LegMeans[]) => legs.reduce((sum, { time_s }) => sum + time_s, 0) / 60;

/** Changes of tack from one close-hauled leg to the next. */
function tacksOf(legs: readonly LegMeans[]): number {
  const up = legs.filter(isUp);
  return up.filter(({ side }, i) => i > 0 && side * up[i - 1]!.side < 0).length;
}

const tooLittle = (instrument: Calibrated, from: number, needed: number): CalibrationRow => ({
  instrument,
  value: null,
  half_width: null,
  from,
  needed,
});

/** A parameter of a fit and half of its 90 % interval. */
const estimate = ({ values, covariance, freedom }: Fit, at: number) => ({
  value: values[at]!,
  half_width: student90(freedom) * Math.sqrt(covariance[at]![at]!),
});

/** The vane shows the same angle on both tacks, which may change slowly: what is left is its offset. */
function vaneRow(legs: readonly LegMeans[]): CalibrationRow {
  const up = legs.filter((leg) => isUp(leg) && !Number.isNaN(leg.awa));
  const tacks = tacksOf(up);
  const middle_ms = up.length > 0 ? (up[0]!.start_ms + up.at(-1)!.start_ms) / 2 : 0;
  const observations = up.map((leg): Observation => {
    const hours = (leg.start_ms - middle_ms) / 3.6e6;
    return { factors: [-1, leg.side, leg.side * hours], value: leg.awa, weight: weightOf(leg) };
  });
  const fit = tacks >= TACKS ? leastSquares(observations) : null;
  return fit
    ? { instrument: "vane", ...estimate(fit, 0), from: tacks, needed: TACKS }
    : tooLittle("vane", tacks, TACKS);
}

/**
 * Velocity over the ground = factor × log, turned by the deviation and to leeward by the leeway, + current: linear in
 * factor × cosine and sine of the deviation, factor × leeway, and the current.
 */
function waterFit(legs: readonly LegMeans[]): Fit | null {
  const known = legs.filter(isInWater);
  return minutesOf(known) >= LOG_MIN && coursesApart(known) ? leastSquares(waterObservations(known)) : null;
}

const isInWater = ({ water }: LegMeans) => !Number.isNaN(water[0]);

/** A leg in the wind over the water, at the corrected speed through it. */
function inWater(leg: LegMeans, { values: [a, b, , east, north] }: Fit): LegMeans {
  if (Number.isNaN(leg.tws)) return leg;
  const over = [leg.tws * sin(leg.twd) + east!, leg.tws * cos(leg.twd) + north!] as const;
  const twa = signedDeg(bearingDeg(...over) - leg.heading - Math.atan2(b!, a!) / RADIANS);
  return { ...leg, angle: Math.abs(twa), side: Math.sign(twa), speed: leg.log_mps * Math.hypot(a!, b!) };
}

function waterRows(legs: readonly LegMeans[], fit: Fit | null): CalibrationRow[] {
  const known = legs.filter(isInWater);
  const minutes = minutesOf(known);
  const up = known.filter(isUp);
  const up_min = minutesOf(up);
  if (!fit)
    return [
      tooLittle("log", minutes, LOG_MIN),
      tooLittle("compass", minutes, LOG_MIN),
      tooLittle("leeway", up_min, LEEWAY_MIN),
    ];
  const [a, b, c] = fit.values as [number, number, number];
  const factor = Math.hypot(a, b);
  const [along, across] = [a / factor, b / factor];
  const wide = student90(fit.freedom);
  const sd = (gradient: readonly number[]) => {
    let variance = 0;
    gradient.forEach((x, i) => {
      gradient.forEach((y, j) => {
        variance += x * y * fit.covariance[i]![j]!;
      });
    });
    return wide * Math.sqrt(variance);
  };
  const sides = new Set(up.map(({ side }) => side));
  const hasLeeway = up_min >= LEEWAY_MIN && sides.size === 2;
  return [
    { instrument: "log", value: factor, half_width: sd([along, across]), from: minutes, needed: LOG_MIN },
    {
      instrument: "compass",
      value: Math.atan2(b, a) / RADIANS,
      half_width: sd([-across / factor, along / factor]) / RADIANS,
      from: minutes,
      needed: LOG_MIN,
    },
    hasLeeway
      ? {
          instrument: "leeway",
          value: c / factor / RADIANS,
          half_width: sd([(-c * along) / factor ** 2, (-c * across) / factor ** 2, 1 / factor]) / RADIANS,
          from: up_min,
          needed: LEEWAY_MIN,
        }
      : tooLittle("leeway", up_min, LEEWAY_MIN),
  ];
}

function waterObservations(legs: readonly LegMeans[]): Observation[] {
  const first_ms = legs[0]!.start_ms;
  const span_s = (legs.at(-1)!.start_ms - first_ms) / 1000;
  const drifts = legs.length >= DRIFT_LEGS && span_s >= DRIFT_S;
  return legs.flatMap((leg): Observation[] => {
    const [x, y] = leg.water;
    // To leeward is to port with the wind from starboard.
    const leeward = isUp(leg) ? -leg.side : 0;
    const weight = weightOf(leg);
    const hours = (leg.start_ms - first_ms) / 3.6e6 - span_s / 7200;
    const drift = (east: number, north: number) => (drifts ? [east * hours, north * hours] : []);
    return [
      { factors: [x, y, y * leeward, 1, 0, ...drift(1, 0)], value: leg.ground[0], weight },
      { factors: [y, -x, -x * leeward, 0, 1, ...drift(0, 1)], value: leg.ground[1], weight },
    ];
  });
}

const coursesApart = (legs: readonly LegMeans[]) =>
  legs.some((one) => legs.some((other) => Math.abs(signedDeg(one.heading - other.heading)) >= COURSES_DEG));

/** The heel of a boat that stands or runs, by minutes. */
function heelRow({ wind }: Report, { time_ms, channels }: TrackColumns): CalibrationRow {
  const { sog, cog, heel } = channels;
  const twd = wind ? (channels.twd ?? channels.ewd) : undefined;
  const minutes = new Map<number, Mean>();
  let upright_s = 0;
  for (let row = 0; row + 1 < time_ms.length; row++) {
    const step_ms = time_ms[row + 1]! - time_ms[row]!;
    if (!(step_ms > 0 && step_ms <= LONGEST_STEP_MS) || Number.isNaN(heel![row]!)) continue;
    const runs = Math.abs(signedDeg((twd?.[row] ?? Number.NaN) - (cog?.[row] ?? Number.NaN))) >= UPRIGHT_DEG;
    if (!runs && !((sog?.[row] ?? Number.NaN) < UPRIGHT_MPS)) continue;
    const minute = Math.floor(time_ms[row]! / 60_000);
    const mean = minutes.get(minute) ?? new Mean();
    mean.add(heel![row]!, step_ms / 1000);
    minutes.set(minute, mean);
    upright_s += step_ms / 1000;
  }
  const observations = [...minutes.values()].map(
    (mean): Observation => ({ factors: [-1], value: mean.mean, weight: 1 }),
  );
  const fit = upright_s >= 60 * HEEL_MIN ? leastSquares(observations) : null;
  const from = upright_s / 60;
  return fit ? { instrument: "heel", ...estimate(fit, 0), from, needed: HEEL_MIN } : tooLittle("heel", from, HEEL_MIN);
}

function sideRows(legs: readonly LegMeans[]): SideRow[] {
  const speed = (leg: LegMeans) => leg.speed * KN_PER_MPS;
  const figures: Record<SideFigure, [(leg: LegMeans) => boolean, (leg: LegMeans) => number]> = {
    angle_up: [isUp, ({ angle }) => angle],
    speed_up: [isUp, speed],
    vmg_up: [isUp, (leg) => speed(leg) * cos(leg.angle)],
    heel_up: [isUp, ({ heel }) => Math.abs(heel)],
    angle_down: [({ angle }) => angle > 90, ({ angle }) => angle],
    speed_down: [({ angle }) => angle > 90, speed],
  };
  return SIDE_FIGURES.map((figure) => {
    const [isOf, value] = figures[figure];
    const own = legs.filter((leg) => isOf(leg) && !Number.isNaN(value(leg)));
    const of = (side: number) => momentsOf(own.filter((leg) => leg.side === side).map(value));
    const [port, starboard] = [of(-1), of(1)];
    if (!port || !starboard)
      return {
        figure,
        port: port?.mean ?? null,
        starboard: starboard?.mean ?? null,
        difference: null,
        half_width: null,
      };
    const [a, b] = [port.squared_error, starboard.squared_error];
    // Welch's degrees of freedom.
    const freedom = (a + b) ** 2 / (a ** 2 / (port.n - 1) + b ** 2 / (starboard.n - 1));
    return {
      figure,
      port: port.mean,
      starboard: starboard.mean,
      difference: starboard.mean - port.mean,
      half_width: student90(freedom || 1) * Math.sqrt(a + b),
    };
  });
}

function momentsOf(values: readonly number[]): { n: number; mean: number; squared_error: number } | null {
  const n = values.length;
  if (n < SIDE_LEGS) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { n, mean, squared_error: variance / n };
}
