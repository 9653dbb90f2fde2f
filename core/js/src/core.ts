/**
 * The typed interface of the engine, which both bindings implement. Only this folder imports generated code.
 *
 * `@leebow/core/node` and `@leebow/core/web` each provide a {@link Core}; a conformance suite requires equal results.
 */
import type {
  BoatClass,
  Channel,
  Debrief,
  DebriefFacts,
  DebriefOptions,
  Duel,
  DuelRequest,
  FileAnalysis,
  FleetAnswer,
  FleetBoat,
  Options,
  Polar,
  PolarOptions,
  RaceDay,
  RaceOptions,
  RaceTrackFacts,
  Regression,
  SessionPolar,
  SessionSummary,
  StraightAnalysis,
  StraightAnalysisRequest,
  Why,
} from "./generated/engine.ts";

export type * from "./generated/engine.ts";

/** One row per fix. Every array has length `n`; NaN is a missing value; an absent channel has no array. */
export interface TrackColumns {
  n: number;
  /** UTC, milliseconds since 1970, strictly increasing. */
  time_ms: Float64Array;
  lat_deg: Float64Array;
  lon_deg: Float64Array;
  /** By channel id, in the stored unit of the registry ({@link Core.channels}): speeds are m/s. */
  channels: Record<string, Float32Array>;
}

/** Bits of {@link Analysis.fix_flags}. */
export const FIX_FLAGS = {
  /** The recorded position was rejected as an outlier and is replaced by the smoothed one. */
  wrong_position: 1,
  /** No speed of the device was used: the speed is derived from the positions. */
  no_speed: 2,
  /** Slower than 0.5 kn: the course is the last one above that speed. */
  slow: 4,
  after_gap: 8,
  /** The speed of the device was rejected as an outlier. */
  wrong_speed: 16,
  before_gap: 32,
  left_out: 64,
} as const;

/** Maneuvers and straights as columns, in time order. */
export interface SegmentColumns {
  /** 0 straight, 1 tack, 2 gybe, 3 bear away, 4 douse, 5 acceleration, 6 penalty, 7 fall, 8 stop, 9 failed tack. */
  kind: Uint8Array;
  /** Half-open ranges of rows. */
  start: Uint32Array;
  end: Uint32Array;
  /** By metric id; NaN is unknown. */
  metrics: Record<string, Float32Array>;
}

/** The result of one file. */
export interface Analysis {
  report: FileAnalysis;
  columns: TrackColumns;
  /** Per fix, bits of {@link FIX_FLAGS}; 0 for a fix that was used as recorded. */
  fix_flags: Uint8Array;
  segments: SegmentColumns;
}

/** The bytes of a file. The name is used in messages only; formats are recognised by content. */
export interface InputFile {
  name: string;
  bytes: Uint8Array;
}

/** Reads a file in chunks. It cannot be used after `finish` or `recording`. */
export interface Reader {
  push(chunk: Uint8Array): void;
  /** Ends the input and analyses it with the options of {@link Core.open}. */
  finish(wind?: InputFile): Promise<Analysis>;
  /** Ends the input and returns the recording, for analyses with other options. */
  recording(): Promise<FileRecording>;
}

/**
 * The recording of a file in the memory of the engine, analysed any number of times without the file. The results are
 * those of {@link Core.analyze} and {@link Core.why}. A wind log is a recording, too.
 */
export interface FileRecording {
  /** Memory it takes, bytes. */
  readonly bytes: number;
  analyze(options?: Partial<Options>, wind?: FileRecording): Promise<Analysis>;
  why(time_ms: number, options?: Partial<Options>, wind?: FileRecording): Promise<Why>;
  /** Frees the memory. The recording cannot be used afterwards. */
  free(): void;
}

/** A track for the analysis of races ({@link raceTrackOf}). Columns of equal length; those of the wind are empty without one. */
export interface RaceTrack {
  facts: Partial<RaceTrackFacts>;
  /** UTC ms, strictly rising. */
  time_ms: Float64Array;
  lat_deg: Float64Array;
  lon_deg: Float64Array;
  sog_mps: Float32Array;
  cog_deg: Float32Array;
  /** Direction the wind blew from at the boat and its standard deviation, deg. */
  ewd_deg: Float32Array;
  ewd_sd_deg: Float32Array;
}

/** The track of a session for the debrief ({@link debriefTrackOf}). Columns of equal length. */
export interface DebriefTrack extends Pick<RaceTrack, "time_ms" | "lat_deg" | "lon_deg" | "sog_mps" | "cog_deg"> {
  facts: Partial<DebriefFacts>;
}

/** A boat behind the leader of a race, a row a second. NaN where it is not known. */
export interface RaceColumns {
  track: string;
  time_ms: Float64Array;
  behind_s: Float32Array;
  behind_m: Float32Array;
  behind_sd_s: Float32Array;
  behind_sd_m: Float32Array;
  /** Along the course from the start, m. */
  progress_m: Float32Array;
  /** Index of the leg; 255 outside the race. */
  leg: Uint8Array;
}

/** The races of a day; for each, in the order of `day.races`, the columns of its boats in the order of `boats`. */
export interface RaceAnalysis {
  day: RaceDay;
  columns: RaceColumns[][];
}

/** The engine. */
export interface Core {
  readonly version: string;
  readonly channels: readonly Channel[];
  /** First those of the specification, which are `listed`. */
  readonly boat_classes: readonly BoatClass[];
  /** The class that sailors call by this name, in any spelling; null for an unknown name. */
  boat_class(name: string): BoatClass | null;
  analyze(file: InputFile, options?: Partial<Options>, wind?: InputFile): Promise<Analysis>;
  /** Reads a file for any number of analyses; free the recording after them. */
  read(file: InputFile): Promise<FileRecording>;
  /** Explains a moment (UTC, ms): the course around it, the maneuver there, or the tests that it failed. */
  why(file: InputFile, time_ms: number, options?: Partial<Options>, wind?: InputFile): Promise<Why>;
  /** Means, spreads, travels, quartile tables, correlations and rhythm of straights, from the columns of a track. */
  straight_analysis(
    columns: Pick<TrackColumns, "time_ms" | "channels">,
    question: Partial<StraightAnalysisRequest>,
  ): StraightAnalysis;
  /** Finds and analyses the races in the tracks of a day. In the browser its code is fetched at the first call. */
  races(tracks: readonly RaceTrack[], options?: Partial<RaceOptions>): Promise<RaceAnalysis>;
  /** What is stored of a session, to compare later ones with it. In the browser its code is that of races. */
  debrief_summary(track: DebriefTrack): Promise<SessionSummary>;
  /**
   * What cost most in a session against earlier ones, the boats of its races and its own best third. `boats` are the other
   * tracks of the races in `options`.
   */
  debrief(track: DebriefTrack, boats?: readonly DebriefTrack[], options?: Partial<DebriefOptions>): Promise<Debrief>;
  /** Why one of two boats gained on a leg of a race of {@link Core.races}; null where they did not sail it together. */
  duel(tracks: readonly RaceTrack[], request: DuelRequest, options?: Partial<RaceOptions>): Promise<Duel | null>;
  /** What is stored of a session for the polar of its season. In the browser its code is that of races. */
  polar_summary(track: DebriefTrack): Promise<SessionPolar>;
  /** How fast a boat sails at each wind angle, its targets, and whether it grew faster. Sessions of one class. */
  polar(sessions: readonly SessionPolar[], options?: Partial<PolarOptions>): Promise<Polar>;
  /** `options` are those of {@link Reader.finish}. `expected`: bytes of the file, by which memory is reserved; the result does not depend on it. */
  open(name: string, options?: Partial<Options>, expected?: number): Reader;
  /** Least squares of y on x. */
  regress(x: Float64Array, y: Float64Array): Regression;
}

/** A file the engine could not read: `kind` is stable, `message` a sentence for users. */
export class EngineError extends Error {
  override name = "EngineError";
  constructor(
    readonly kind: string,
    message: string,
    /** Byte or line of the fault, when known. */
    readonly at: number | null = null,
  ) {
    super(message);
  }
}

/** The JSON contract of `leebow analyze --format json`, the API's analysis call and the export of the analyze page. */
export interface AnalysisDocument {
  engine: string;
  parameters: Partial<Options>;
  /** Boats that sailed together and their wind, when requested. */
  fleets?: (Omit<FleetAnswer, "boats"> & { boats: Omit<FleetBoat, "row" | "wind">[] })[];
  files: FileAnalysis[];
  failed: { name: string; kind: string; message: string }[];
}
