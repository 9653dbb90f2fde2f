import { LIMITS } from "@leebow/api/contract";
import {
  type Debrief,
  type Duel,
  type DuelRequest,
  EngineError,
  type Options,
  type Polar,
  type PolarOptions,
  type RaceAnalysis,
  type RaceCorrection,
  type RaceTrack,
  type Regression,
  type Relation,
  type SessionPolar,
  type Why,
} from "@leebow/core";
import type { Remote } from "comlink";
import type { SessionToDebrief } from "./among";
import { type EngineThread, startThread } from "./engine-thread";
import type { NumberedFile } from "./recordings";
import sampleAddress from "./sample.fit?url";
import type { Answer, DividedFile, EngineFacts, EngineWorker, Outcome, OutlinedFile } from "./worker";

let common: Promise<EngineThread> | null = null;
let facts: Promise<EngineFacts> | null = null;
let sample: Promise<File> | null = null;

/** The engine of all calls but those on large files. One that was not loaded or failed is replaced by the next call. */
async function commonEngine(): Promise<Remote<EngineWorker>> {
  if (!common) {
    const started = startThread();
    const forget = () => {
      if (common === started) common = null;
    };
    started.then(({ failed }) => failed).catch(forget);
    common = started;
  }
  return (await common).engine;
}

/** Loads the engine and runs it once; afterwards it needs no network. After a failure the next call tries again. */
export function warmEngine(): Promise<EngineFacts> {
  if (!facts) {
    const warming = Promise.all([commonEngine(), sampleFile()]).then(([engine, file]) => engine.warm(file));
    warming.catch(() => {
      if (facts === warming) facts = null;
    });
    facts = warming;
  }
  return facts;
}

/** A sample: a simulated race of a 49er. Rejects where it cannot be loaded; the next call then tries again. */
export function sampleFile(): Promise<File> {
  if (!sample) {
    const loading = loadSample();
    loading.catch(() => {
      if (sample === loading) sample = null;
    });
    sample = loading;
  }
  return sample;
}

/** The letters at byte 8 of every FIT file. */
const FIT_SIGNATURE = ".FIT";

async function loadSample(): Promise<File> {
  const bytes = await (await fetch(sampleAddress)).arrayBuffer();
  // A network may answer with a page of its own.
  if (new TextDecoder().decode(bytes.slice(8, 12)) !== FIT_SIGNATURE) throw new Error("The answer is not the sample.");
  return new File([bytes], "sample-race.fit");
}

/** The regression of y on x. */
export async function regress(x: Float64Array, y: Float64Array): Promise<Regression> {
  return (await commonEngine()).regress(x, y);
}

/** The debrief of a session among others, on this computer. */
export async function debriefSession(own: SessionToDebrief, others: readonly SessionToDebrief[]): Promise<Debrief> {
  return (await commonEngine()).debrief(own, others);
}

/** Of a session what a polar adds up, on this computer. */
export async function polarSummary(session: SessionToDebrief): Promise<SessionPolar> {
  return (await commonEngine()).polarSummary(session);
}

/** The polar of these sessions, on this computer. */
export async function polarOfSessions(
  sessions: readonly SessionPolar[],
  options: Partial<PolarOptions>,
): Promise<Polar> {
  return (await commonEngine()).polar(sessions, options);
}

/** The races of these boats, on this computer. */
export async function racesOfBoats(
  boats: readonly RaceTrack[],
  corrections: readonly RaceCorrection[],
): Promise<RaceAnalysis> {
  return (await commonEngine()).races(boats, corrections);
}

/** Why one of two of these boats gained on a leg; null where they did not sail it together. */
export async function duelOfBoats(
  boats: readonly RaceTrack[],
  corrections: readonly RaceCorrection[],
  request: DuelRequest,
): Promise<Duel | null> {
  return (await commonEngine()).duel(boats, corrections, request);
}

/**
 * Analyses one file on this computer. Its recording is held in memory for the next call until {@link releaseFile}; of large
 * files that of the one shown, or of the first.
 */
export function analyzeFile(
  file: File,
  options: Partial<Options>,
  wind: File | null,
  isShown = false,
): Promise<Outcome> {
  return withEngine<Outcome>(file, isShown, (engine) =>
    engine.analyze(numbered(file), options, wind && numbered(wind)),
  );
}

/** A file that is larger is not searched for boats and sessions, as in an upload: it would be in memory as a whole. */
const isSearched = (file: File): boolean => file.size <= LIMITS.searched_bytes;

/** The boats and sessions of a file, each as a file of its own; null where it cannot be divided: its analysis says why. */
export async function divideFile(file: File): Promise<DividedFile | null> {
  if (!isSearched(file)) return null;
  try {
    if (!isLarge(file)) return await (await commonEngine()).divide(file);
    const thread = await startThread();
    return await Promise.race([thread.failed, thread.engine.divide(file)]).finally(thread.end);
  } catch {
    return null;
  }
}

/** The relation of each recording to the others, in the same order; null where the engine failed. */
export async function relateFiles(files: readonly OutlinedFile[]): Promise<Relation[] | null> {
  const names = files.map(({ file }) => file.name);
  const outlines = files.map(({ outline }) => outline);
  return (await commonEngine()).related(names, outlines).catch(() => null);
}

/** Files of one session as one file with the name of the first; null where they are too large, or one cannot be read. */
export async function joinFiles(files: readonly File[]): Promise<File | null> {
  if (files.reduce((sum, { size }) => sum + size, 0) > LIMITS.searched_bytes) return null;
  const name = `${files[0]!.name.replace(/\.[^./]*$/, "")}.gpx`;
  const joined = (await commonEngine()).join([...files], name);
  return joined.catch(() => null);
}

/** Why a moment of the file that is shown is a maneuver or not. Rejects with an {@link EngineError}. */
export async function explainFile(
  file: File,
  options: Partial<Options>,
  wind: File | null,
  time_ms: number,
): Promise<Why> {
  const answer = await withEngine<Answer>(file, true, (engine) =>
    engine.why(numbered(file), options, wind && numbered(wind), time_ms),
  );
  if ("why" in answer) return answer.why;
  throw new EngineError(answer.kind, answer.message);
}

/** Frees the memory of a file or wind log; of all of them without one. The next call on it reads it again. */
export async function releaseFile(file?: File): Promise<void> {
  releaseLarge(file);
  const thread = await common?.catch(() => null);
  await thread?.engine.free(file && numbered(file).id);
}

/** Where no worker of its own can be started for a large file, as without a network, the common one runs. */
async function withEngine<T extends Outcome | Answer>(
  file: File,
  isShown: boolean,
  run: (engine: Remote<EngineWorker>) => Promise<T>,
): Promise<T> {
  const answer = isLarge(file) ? await withLargeFile(file, isShown, run) : null;
  return answer ?? run(await commonEngine());
}

/** A file loses its identity when it is posted to a worker. */
const numbers = new WeakMap<File, number>();
let files = 0;

function numbered(file: File): NumberedFile {
  const id = numbers.get(file) ?? files++;
  numbers.set(file, id);
  return { id, file };
}

/**
 * A file of this size is read by a worker of its own, bytes: the memory of WASM never shrinks, and is returned with the
 * worker. *guess*: such files take seconds, and starting a worker some 50 ms.
 */
const LARGE_BYTES = 8 * 1024 * 1024;

/**
 * A worker whose recording has more fixes ends with each call, and the next call reads the file again: of 8 h at 25 Hz
 * (720,000 fixes) it holds 180 MB, and a correction takes 1.0 instead of 0.5 s. *guess*: 5 h at 25 Hz.
 */
const MAX_HELD_FIXES = 450_000;

/** A worker that holds the recording of a large file. */
interface OwnThread {
  file: File;
  /** Null where it could not be started. */
  started: Promise<EngineThread | null>;
  /** Calls that have begun and not ended. */
  calls: number;
}

/** Files whose recording is not held. */
const not_held = new WeakSet<File>();

/** The one that lives on between calls. */
let held: OwnThread | null = null;

export const isLarge = (file: File): boolean => file.size >= LARGE_BYTES;

/**
 * Runs with a worker for this file, which is held for the next call if its file is shown or no other is held; else it ends
 * with the call. Null where none can be started.
 */
export async function withLargeFile<T extends Outcome | Answer>(
  file: File,
  isShown: boolean,
  run: (engine: Remote<EngineWorker>) => Promise<T>,
): Promise<T | null> {
  const own = held?.file === file ? held : { file, started: startThread().catch(() => null), calls: 0 };
  if (isShown || held === null) hold(own);
  own.calls += 1;
  let isHeld = false;
  try {
    const thread = await own.started;
    if (!thread) return null;
    const answer = await Promise.race([thread.failed, run(thread.engine)]);
    if ("analysis" in answer && answer.analysis.report.points > MAX_HELD_FIXES) not_held.add(file);
    // After a fault of its own the engine's memory is in no defined state.
    isHeld = !("kind" in answer && answer.kind === "internal") && !not_held.has(file);
    return answer;
  } finally {
    own.calls -= 1;
    if (!isHeld && held === own) held = null;
    endIfUnused(own);
  }
}

/** Ends the worker of this file, or of any, after the calls that have begun. */
export function releaseLarge(file?: File): void {
  if (file === undefined || held?.file === file) hold(null);
}

function hold(next: OwnThread | null): void {
  const former = held;
  held = next;
  if (former && former !== next) endIfUnused(former);
}

function endIfUnused(own: OwnThread): void {
  if (own !== held && own.calls === 0) void own.started.then((thread) => thread?.end());
}
