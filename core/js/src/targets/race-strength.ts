/** The measured wind strength of a recording, and that of a race. */
import type { FileAnalysis, TrackColumns } from "../core.ts";
import { KN_PER_MPS } from "../vectors.ts";

/** Beyond a sample the wind is not known, ms. */
const SAMPLE_MS = 60_000;

/** kn at a row and its time; NaN where it is not known. Times rise from call to call. */
export type Strength = (row: number, time_ms: number) => number;

/** The wind strength that was measured aboard, of a wind log or of the fleet; null without any. */
export function strengthOf({ wind }: Pick<FileAnalysis, "wind">, { channels }: TrackColumns): Strength | null {
  const { tws } = channels;
  if (tws) return (row) => tws[row]! * KN_PER_MPS;
  const samples = (wind?.series ?? []).flatMap(({ time, tws_kn }): [number, number][] =>
    tws_kn === null ? [] : [[Date.parse(time), tws_kn]],
  );
  if (samples.length === 0) return null;
  const at = seriesReader(samples);
  return (_, time_ms) => at(time_ms);
}

/** The last sample before a time; times rise from call to call. */
function seriesReader(samples: readonly [number, number][]): (time_ms: number) => number {
  let at = 0;
  return (time_ms) => {
    while (at + 1 < samples.length && samples[at + 1]![0] <= time_ms) at++;
    const [sample_ms, kn] = samples[at] ?? [Number.NaN, Number.NaN];
    return Math.abs(time_ms - sample_ms) <= SAMPLE_MS ? kn : Number.NaN;
  };
}

/** Samples of a boat within this time are one, ms. */
const STEP_MS = 10_000;

const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
};

/** Strength of the wind at rows of recordings. */
interface Strengths {
  time_ms: Float64Array;
  tws_kn: Float32Array;
}

/** Wind strength over a race, the same for all boats. */
export interface RaceStrength {
  /** kn; NaN where it is not known. */
  at(time_ms: number): number;
  /** Boats that measured it. */
  boats: number;
}

/**
 * At each time the median of the boats that measured it, the same for all: an instrument that reads too much changes no
 * comparison of boats. Null where none measured it.
 */
export function raceStrength(boats: readonly (readonly Strengths[])[]): RaceStrength | null {
  const measured = boats.map(stepMeans).filter((steps) => steps.size > 0);
  if (measured.length === 0) return null;
  const by_step = new Map<number, number[]>();
  for (const steps of measured)
    for (const [step, kn] of steps) {
      const values = by_step.get(step);
      if (values) values.push(kn);
      else by_step.set(step, [kn]);
    }
  const medians = new Map([...by_step].map(([step, values]) => [step, median(values)]));
  const at = (time_ms: number) => {
    const step = Math.floor(time_ms / STEP_MS);
    for (let away = 0; away * STEP_MS <= SAMPLE_MS; away++) {
      const kn = medians.get(step - away) ?? medians.get(step + away);
      if (kn !== undefined) return kn;
    }
    return Number.NaN;
  };
  return { at, boats: measured.length };
}

/** The mean of each step of a boat in which it is known. */
function stepMeans(parts: readonly Strengths[]): Map<number, number> {
  const sums = new Map<number, { sum: number; n: number }>();
  for (const { time_ms, tws_kn } of parts)
    for (const [row, kn] of tws_kn.entries()) {
      if (Number.isNaN(kn)) continue;
      const step = Math.floor(time_ms[row]! / STEP_MS);
      const known = sums.get(step) ?? { sum: 0, n: 0 };
      sums.set(step, { sum: known.sum + kn, n: known.n + 1 });
    }
  return new Map([...sums].map(([step, { sum, n }]) => [step, sum / n]));
}
