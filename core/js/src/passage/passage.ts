/** A passage in figures: what was sailed close-hauled, reaching and running, what under engine, and in which wind. */
import type { FileAnalysis, PartKind, TrackColumns } from "../core.ts";
import { CLOSE_HAULED_TO_DEG, RUN_FROM_DEG } from "../targets/target.ts";
import { bearingDeg, KN_PER_MPS, signedDeg, vectorOf } from "../vectors.ts";

export type PassageKind = "close_hauled" | "reach" | "run" | "no_wind" | "engine" | "rest";

/** In the order of a table. `no_wind`: under sail while the wind is not known. */
export const PASSAGE_KINDS: readonly PassageKind[] = ["close_hauled", "reach", "run", "no_wind", "engine", "rest"];

export interface PassageRow {
  time_s: number;
  /** Of the time in the file. */
  share: number;
  distance_m: number;
  average_kn: number;
  /** Null without ten minutes of it in a row. */
  best_10_min_kn: number | null;
  /** Median of the absolute wind angle; null without a wind. */
  angle_deg: number | null;
}

export interface PassageBin {
  from: number;
  to: number;
  time_s: number;
}

export interface PassageStretch {
  kind: PassageKind;
  start_time: string;
  end_time: string;
}

export interface Passage {
  /** Time with data: gaps, and what was ashore or another sport, are not in it. */
  time_s: number;
  distance_m: number;
  tacks: number;
  gybes: number;
  /** Those that have time. */
  rows: Partial<Record<PassageKind, PassageRow>>;
  /** All of it under sail; null without. */
  sail: PassageRow | null;
  /** Where the track shows a current: averages through the water, and what the current gave, m over the ground. */
  through_water: { sail_kn: number | null; engine_kn: number | null; current_gave_m: number } | null;
  /** Time under sail by true wind angle, every 10°, negative on port tack. */
  angles_deg: PassageBin[];
  /** Time under sail by wind strength, every 3 kn. */
  strengths_kn: PassageBin[];
  tws_median_kn: number | null;
  stretches: PassageStretch[];
}

/** Less under sail is no passage, s. *from* the visual design */
export const PASSAGE_S = 7200;

/** Classified at once: a helmsman's swing about a limit is none. */
const BLOCK_S = 60;
const BEST_BLOCKS = 10;
/** A step longer than so many of the usual ones, and than a minute, is a gap. */
const GAP_STEPS = 10;
const ANGLE_STEP_DEG = 10;
const STRENGTH_STEP_KN = 3;

const UNDER_ENGINE: readonly PartKind[] = ["motoring", "towed"];
const OUT: readonly PartKind[] = ["on_land", "other_sport", "ashore"];

/** One step between two rows. */
interface Step {
  start_ms: number;
  time_s: number;
  part: "sail" | "engine" | "rest";
  ground_m: number;
  water_m: number;
  /** −180 to 180, negative on port tack; NaN where it is not known. */
  twa_deg: number;
  tws_kn: number;
}

interface Block {
  kind: PassageKind;
  start_ms: number;
  end_ms: number;
  steps: Step[];
}

export function passageOf(report: Pick<FileAnalysis, "parts" | "wind" | "summary">, columns: TrackColumns): Passage {
  const steps = stepsOf(report, columns);
  const blocks = blocksOf(steps);
  const time_s = sum(steps, (step) => step.time_s);
  const rowOf = (of: (block: Block) => boolean) => passageRow(blocks, of, time_s);
  const rows = PASSAGE_KINDS.flatMap((kind) => {
    const row = rowOf((block) => block.kind === kind);
    return row ? [[kind, row] as const] : [];
  });
  const isSail = ({ kind }: Block) => kind !== "engine" && kind !== "rest";
  const underSail = steps.filter(({ part }) => part === "sail");
  return {
    time_s,
    distance_m: sum(steps, (step) => step.ground_m),
    tacks: report.summary.tacks,
    gybes: report.summary.gybes,
    rows: Object.fromEntries(rows),
    sail: rowOf(isSail),
    through_water: report.wind?.current ? throughWater(steps) : null,
    angles_deg: bins(underSail, ({ twa_deg }) => twa_deg, ANGLE_STEP_DEG),
    strengths_kn: bins(underSail, ({ tws_kn }) => tws_kn, STRENGTH_STEP_KN),
    tws_median_kn: median(underSail, ({ tws_kn }) => tws_kn),
    stretches: stretchesOf(blocks),
  };
}

function stepsOf({ parts, wind }: Pick<FileAnalysis, "parts" | "wind">, columns: TrackColumns): Step[] {
  const { n, time_ms, channels } = columns;
  const { sog, cog, tws } = channels;
  const twd = wind ? (channels.twd ?? channels.ewd) : undefined;
  const usual_ms = medianStep(time_ms);
  const longest_ms = Math.max(60_000, GAP_STEPS * usual_ms);
  const current = wind?.current ?? { drift_kn: 0, set_deg: 0 };
  const kindAt = partReader(parts);
  const steps: Step[] = [];
  for (let row = 0; row + 1 < n; row++) {
    const kind = kindAt(row);
    const step_ms = time_ms[row + 1]! - time_ms[row]!;
    if (OUT.includes(kind) || !(step_ms > 0 && step_ms <= longest_ms)) continue;
    const kn = (sog?.[row] ?? 0) * KN_PER_MPS || 0;
    const course = cog?.[row] ?? Number.NaN;
    // Below half a knot there is no course: through the water it is the current that counts then.
    const [east, north] = Number.isNaN(course) ? [0, 0] : vectorOf(kn, course);
    const [set_east, set_north] = vectorOf(current.drift_kn, current.set_deg);
    const [x, y] = [east! - set_east, north! - set_north];
    const heading = bearingDeg(x, y);
    const time_s = step_ms / 1000;
    steps.push({
      start_ms: time_ms[row]!,
      time_s,
      part: UNDER_ENGINE.includes(kind) ? "engine" : kind === "at_rest" ? "rest" : "sail",
      ground_m: (kn * time_s) / KN_PER_MPS,
      water_m: (Math.hypot(x, y) * time_s) / KN_PER_MPS,
      twa_deg: Number.isNaN(course) ? Number.NaN : signedDeg((twd?.[row] ?? Number.NaN) - heading),
      tws_kn: (tws?.[row] ?? Number.NaN) * KN_PER_MPS,
    });
  }
  return steps;
}

/** Results of engines before parts have none: all of it is sailing. */
function partReader(parts: FileAnalysis["parts"] = []): (row: number) => PartKind {
  let at = 0;
  return (row) => {
    while (at < parts.length && parts[at]!.end <= row) at++;
    const part = parts[at];
    if (!part || row < part.start) return "sailing";
    // What was taken in by hand, and what may be sailing, is sailing.
    return part.left_out && part.kind !== "unknown" ? part.kind : "sailing";
  };
}

function medianStep(time_ms: Float64Array): number {
  const steps = Float64Array.from({ length: Math.max(0, time_ms.length - 1) }, (_, i) => time_ms[i + 1]! - time_ms[i]!);
  return steps.sort()[steps.length >> 1] ?? 0;
}

/** Steps of a minute and of one part, named by the mean wind angle. */
function blocksOf(steps: readonly Step[]): Block[] {
  const blocks: Step[][] = [];
  let end_ms = Number.NEGATIVE_INFINITY;
  for (const step of steps) {
    const last = blocks.at(-1);
    if (!last || step.start_ms >= end_ms || last[0]!.part !== step.part) {
      blocks.push([step]);
      end_ms = step.start_ms + 1000 * BLOCK_S;
    } else last.push(step);
  }
  return blocks.map((own) => {
    const last = own.at(-1)!;
    return { kind: kindOf(own), start_ms: own[0]!.start_ms, end_ms: last.start_ms + 1000 * last.time_s, steps: own };
  });
}

function kindOf(steps: readonly Step[]): PassageKind {
  const { part } = steps[0]!;
  if (part !== "sail") return part;
  const known = steps.filter(({ twa_deg }) => !Number.isNaN(twa_deg));
  const known_s = sum(known, ({ time_s }) => time_s);
  if (known_s < sum(steps, ({ time_s }) => time_s) / 2) return "no_wind";
  const angle = sum(known, ({ twa_deg, time_s }) => Math.abs(twa_deg) * time_s) / known_s;
  return angle <= CLOSE_HAULED_TO_DEG ? "close_hauled" : angle < RUN_FROM_DEG ? "reach" : "run";
}

function passageRow(blocks: readonly Block[], isOf: (block: Block) => boolean, all_s: number): PassageRow | null {
  const steps = blocks.filter(isOf).flatMap((block) => block.steps);
  const time_s = sum(steps, (step) => step.time_s);
  if (time_s === 0) return null;
  const distance_m = sum(steps, (step) => step.ground_m);
  return {
    time_s,
    share: time_s / all_s,
    distance_m,
    average_kn: (distance_m / time_s) * KN_PER_MPS,
    best_10_min_kn: bestOf(blocks, isOf),
    angle_deg: median(steps, ({ twa_deg }) => Math.abs(twa_deg)),
  };
}

/** The best mean speed of ten minutes in a row, without a gap. */
function bestOf(blocks: readonly Block[], isOf: (block: Block) => boolean): number | null {
  let best: number | null = null;
  for (let i = 0; i + BEST_BLOCKS <= blocks.length; i++) {
    const run = blocks.slice(i, i + BEST_BLOCKS);
    const time_s = sum(run, ({ steps }) => sum(steps, (step) => step.time_s));
    const span_s = (run.at(-1)!.end_ms - run[0]!.start_ms) / 1000;
    if (!run.every(isOf) || time_s < 0.9 * BEST_BLOCKS * BLOCK_S || span_s > 1.1 * BEST_BLOCKS * BLOCK_S) continue;
    const kn = (sum(run, ({ steps }) => sum(steps, (step) => step.ground_m)) / time_s) * KN_PER_MPS;
    if (kn > (best ?? 0)) best = kn;
  }
  return best;
}

function throughWater(steps: readonly Step[]): NonNullable<Passage["through_water"]> {
  const average = (part: Step["part"]) => {
    const own = steps.filter((step) => step.part === part);
    const time_s = sum(own, (step) => step.time_s);
    return time_s === 0 ? null : (sum(own, ({ water_m }) => water_m) / time_s) * KN_PER_MPS;
  };
  const moving = steps.filter(({ part }) => part !== "rest");
  const current_gave_m = sum(moving, ({ ground_m, water_m }) => ground_m - water_m);
  return { sail_kn: average("sail"), engine_kn: average("engine"), current_gave_m };
}

/** All bins from the first to the last with time. */
function bins(steps: readonly Step[], value: (step: Step) => number, width: number): PassageBin[] {
  const times = new Map<number, number>();
  for (const step of steps) {
    const bin = Math.floor(value(step) / width);
    if (!Number.isNaN(bin)) times.set(bin, (times.get(bin) ?? 0) + step.time_s);
  }
  if (times.size === 0) return [];
  const [first, last] = [Math.min(...times.keys()), Math.max(...times.keys())];
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const bin = first + i;
    return { from: bin * width, to: (bin + 1) * width, time_s: times.get(bin) ?? 0 };
  });
}

/** Weighted by time; null without a value. */
function median(steps: readonly Step[], value: (step: Step) => number): number | null {
  const known = steps.flatMap((step): [number, number][] => {
    const one = value(step);
    return Number.isNaN(one) ? [] : [[one, step.time_s]];
  });
  known.sort(([a], [b]) => a - b);
  let left = sum(known, ([, time_s]) => time_s) / 2;
  for (const [one, time_s] of known) {
    left -= time_s;
    if (left <= 0) return one;
  }
  return null;
}

/** Blocks of one kind beside each other; a gap divides them. */
function stretchesOf(blocks: readonly Block[]): PassageStretch[] {
  const joined: { kind: PassageKind; start_ms: number; end_ms: number }[] = [];
  for (const { kind, start_ms, end_ms } of blocks) {
    const last = joined.at(-1);
    if (last?.kind === kind && start_ms - last.end_ms < 1000 * BLOCK_S) last.end_ms = end_ms;
    else joined.push({ kind, start_ms, end_ms });
  }
  return joined.map(({ kind, start_ms, end_ms }) => ({
    kind,
    start_time: new Date(start_ms).toISOString(),
    end_time: new Date(end_ms).toISOString(),
  }));
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  let total = 0;
  for (const one of all) total += of(one);
  return total;
}
