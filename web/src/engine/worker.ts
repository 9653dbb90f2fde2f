/** The engine in a worker thread. No data is sent over the network. */
import {
  type Analysis,
  buffersOf,
  type Debrief,
  type Divided,
  type Duel,
  type DuelRequest,
  divide,
  EngineError,
  type FileRecording,
  joinFiles,
  loadCore,
  type Options,
  type Polar,
  type PolarOptions,
  type RaceAnalysis,
  type RaceCorrection,
  type RaceTrack,
  type Regression,
  type Relation,
  related,
  type SessionPolar,
  type Why,
} from "@leebow/core/web";
import { expose, transfer } from "comlink";
import { debriefAmong, type SessionToDebrief, sessionToDebrief } from "./among";
import { type NumberedFile, piecesOf, Recordings } from "./recordings";

export type Outcome = { state: "read"; analysis: Analysis; took_ms: number } | Refusal;

export type Answer = { why: Why } | Refusal;

/** Errors of the engine as values, because a thrown one would lose its kind. */
export interface Refusal {
  state: "refused";
  kind: string;
  message: string;
}

export interface EngineFacts {
  version: string;
  boat_classes: string[];
}

const worker = {
  /** Loads the engine. After a failure this worker cannot load it any more. */
  async start(): Promise<void> {
    await loadCore();
  },

  /** Runs the engine once on a sample: the first call takes two to three times as long as later ones. */
  async warm(sample: File): Promise<EngineFacts> {
    const core = await loadCore();
    const recording = await read(sample);
    // Of several recordings too: their code is fetched by the first call.
    await debriefAmong(core, sessionToDebrief(0, await recording.analyze()), []);
    recording.free();
    return {
      version: core.version,
      boat_classes: core.boat_classes.filter(({ listed }) => listed).map(({ name }) => name),
    };
  },

  /** The regression of y on x. */
  async regress(x: Float64Array, y: Float64Array): Promise<Regression> {
    return (await loadCore()).regress(x, y);
  },

  /** The debrief of the first session; the others are boats of its races, or earlier sessions of the same sailor. */
  async debrief(own: SessionToDebrief, others: readonly SessionToDebrief[]): Promise<Debrief> {
    return debriefAmong(await loadCore(), own, others);
  },

  /** Of a session what a polar adds up. */
  async polarSummary({ session }: SessionToDebrief): Promise<SessionPolar> {
    return (await loadCore()).polar_summary(session);
  },

  /** The polar of these sessions. */
  async polar(sessions: readonly SessionPolar[], options: Partial<PolarOptions>): Promise<Polar> {
    return (await loadCore()).polar([...sessions], options);
  },

  /** The races of these boats. */
  async races(boats: readonly RaceTrack[], corrections: readonly RaceCorrection[]): Promise<RaceAnalysis> {
    return (await loadCore()).races(boats, { corrections: [...corrections] });
  },

  /** Why one of two boats gained on a leg. */
  async duel(
    boats: readonly RaceTrack[],
    corrections: readonly RaceCorrection[],
    request: DuelRequest,
  ): Promise<Duel | null> {
    return (await loadCore()).duel(boats, request, { corrections: [...corrections] });
  },

  /** Explains a moment. */
  why(file: NumberedFile, options: Partial<Options>, wind: NumberedFile | null, time_ms: number): Promise<Answer> {
    return withRecordings(file, wind, async (recording, log) => ({
      why: await recording.why(time_ms, options, log),
    }));
  },

  analyze(file: NumberedFile, options: Partial<Options>, wind: NumberedFile | null): Promise<Outcome> {
    const began = performance.now();
    return withRecordings(file, wind, async (recording, log) => {
      const analysis = await recording.analyze(options, log);
      return transfer({ state: "read", analysis, took_ms: performance.now() - began } as const, buffersOf(analysis));
    });
  },

  /** The boats and sessions of a file, each as a file of its own; none for one of one boat and one session. */
  async divide(file: File): Promise<DividedFile | null> {
    const found = await divide({ name: file.name, bytes: await bytesOf(file) }).catch(() => null);
    if (!found) return null;
    const files = found.recordings.map(({ name, bytes, outline }) => ({
      file: new File([bytes as BlobPart], `${file.name}/${name}`),
      outline,
    }));
    return { ...found, files };
  },

  /** How recordings with these file names and outlines belong together. */
  related: (names: readonly string[], outlines: readonly Float64Array[]): Promise<Relation[]> =>
    related(names, outlines),

  /** Files of one session as one file with this name. */
  async join(files: readonly File[], name: string): Promise<File> {
    return new File([(await joinFiles(await Promise.all(files.map(bytesOf)))) as BlobPart], name);
  },

  /** Frees the recording of a file; all of them without one. */
  free(id?: number): Promise<void> {
    return afterPrevious(async () => (id === undefined ? recordings.freeAll() : recordings.free(id)));
  },
};

/** The boats and sessions of a file, and what each, or the file, is compared with others by. */
export interface DividedFile {
  kind: Divided["kind"];
  files: OutlinedFile[];
  outline: Float64Array;
}

/** A file, and what it is compared with others by; empty where that is not known. */
export interface OutlinedFile {
  file: File;
  outline: Float64Array;
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());

const recordings = new Recordings(read);

/** Reads the file piece by piece: its bytes are never in memory as a whole. */
async function read(file: File): Promise<FileRecording> {
  const core = await loadCore();
  const reader = core.open(file.name, {}, file.size);
  for await (const piece of piecesOf(file)) reader.push(piece);
  return reader.recording();
}

let last: Promise<unknown> = Promise.resolve();

/** Runs after the calls before it, so that no recording is freed while another call reads the wind log for it. */
function afterPrevious<T>(run: () => Promise<T>): Promise<T> {
  const turn = last.then(run, run);
  last = turn;
  return turn;
}

function withRecordings<T>(
  file: NumberedFile,
  wind: NumberedFile | null,
  run: (recording: FileRecording, log?: FileRecording) => Promise<T>,
): Promise<T | Refusal> {
  return afterPrevious(async () => {
    try {
      const recording = await recordings.of(file);
      return await run(recording, wind ? await recordings.of(wind) : undefined);
    } catch (cause) {
      if (cause instanceof EngineError) return { state: "refused", kind: cause.kind, message: cause.message };
      throw cause;
    } finally {
      recordings.trim();
    }
  });
}

export type EngineWorker = typeof worker;

expose(worker);
