/**
 * The typed face of the engine that both bindings satisfy. This folder is the only importer of generated code.
 *
 * `@leebow/core/node` and `@leebow/core/web` each give an {@link Core}; a conformance suite demands the same bytes of both.
 */
import type { BoatClass } from "./generated/BoatClass";
import type { Channel } from "./generated/Channel";
import type { FileAnalysis } from "./generated/FileAnalysis";
import type { FleetAnswer } from "./generated/FleetAnswer";
import type { FleetBoat } from "./generated/FleetBoat";
import type { Options } from "./generated/Options";
import type { Regression } from "./generated/Regression";
import type { StraightAnalysis } from "./generated/StraightAnalysis";
import type { StraightQuestion } from "./generated/StraightQuestion";
import type { Why } from "./generated/Why";

export { CHANNELS } from "./channels.ts";
export * from "./counted.ts";
export type { Action } from "./generated/Action";
export type { BoatClass } from "./generated/BoatClass";
export type { Channel } from "./generated/Channel";
export type { Correction } from "./generated/Correction";
export type { CorrectionOutcome } from "./generated/CorrectionOutcome";
export type { Cost } from "./generated/Cost";
export type { Current } from "./generated/Current";
export type { Damage } from "./generated/Damage";
export type { DeviceEvent } from "./generated/DeviceEvent";
export type { DeviceEventKind } from "./generated/DeviceEventKind";
export type { DistanceRecord } from "./generated/DistanceRecord";
export type { Evidence } from "./generated/Evidence";
export type { ExpectedLoss } from "./generated/ExpectedLoss";
export type { FileAnalysis } from "./generated/FileAnalysis";
export type { Finish } from "./generated/Finish";
export type { FleetAnswer } from "./generated/FleetAnswer";
export type { FleetBoat } from "./generated/FleetBoat";
export type { FleetWind } from "./generated/FleetWind";
export type { Flight } from "./generated/Flight";
export type { Foiling } from "./generated/Foiling";
export type { Format } from "./generated/Format";
export type { Improvement } from "./generated/Improvement";
export type { InConditions } from "./generated/InConditions";
export type { Judged } from "./generated/Judged";
export type { Lap } from "./generated/Lap";
export type { LeaderboardRow } from "./generated/LeaderboardRow";
export type { LinePoint } from "./generated/LinePoint";
export type { Loss } from "./generated/Loss";
export type { LossKind } from "./generated/LossKind";
export type { LossLine } from "./generated/LossLine";
export type { LossPoint } from "./generated/LossPoint";
export type { Maneuver } from "./generated/Maneuver";
export type { Options } from "./generated/Options";
export type { PreviewPoint } from "./generated/PreviewPoint";
export type { Reason } from "./generated/Reason";
export type { RecordingHead } from "./generated/RecordingHead";
export type { Records } from "./generated/Records";
export type { Regression } from "./generated/Regression";
export type { RunsRecord } from "./generated/RunsRecord";
export type { SailingMode } from "./generated/SailingMode";
export type { SegmentKind } from "./generated/SegmentKind";
export type { Session } from "./generated/Session";
export type { SpeedRecord } from "./generated/SpeedRecord";
export type { Stability } from "./generated/Stability";
export type { Straight } from "./generated/Straight";
export type { StraightAnalysis } from "./generated/StraightAnalysis";
export type { StraightQuestion } from "./generated/StraightQuestion";
export type { Summary } from "./generated/Summary";
export type { TackSide } from "./generated/TackSide";
export type { TimeOnWater } from "./generated/TimeOnWater";
export type { Unsteadiness } from "./generated/Unsteadiness";
export type { UserStats } from "./generated/UserStats";
export type { Verdict } from "./generated/Verdict";
export type { Why } from "./generated/Why";
export type { Wind } from "./generated/Wind";
export type { WindConditions } from "./generated/WindConditions";
export type { WindLog } from "./generated/WindLog";
export type { WindReport } from "./generated/WindReport";
export type { WindSample } from "./generated/WindSample";
export type { WindSource } from "./generated/WindSource";
export * from "./intervals.ts";
export * from "./segment-kinds.ts";

/** One row a fix; every array has length `n`; NaN is missing; an absent channel has no array. */
export interface TrackColumns {
  n: number;
  /** UTC, milliseconds since 1970, strictly rising. */
  time_ms: Float64Array;
  lat_deg: Float64Array;
  lon_deg: Float64Array;
  /** By channel id, in the stored unit of the registry ({@link Core.channels}): speeds are m/s. */
  channels: Record<string, Float32Array>;
}

/** Bits of {@link Analysis.fix_flags}. */
export const FIX_FLAGS = {
  /** No boat can have been there: the smoothed position stands for it. */
  wrong_position: 1,
  /** Without a device speed that was used: the speed is that of the positions. */
  no_speed: 2,
  /** Slower than half a knot: the course is the last one that could be told. */
  slow: 4,
  after_gap: 8,
  /** The device told a speed, and it cannot be true. */
  wrong_speed: 16,
  before_gap: 32,
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

/** Everything one file gives. */
export interface Analysis {
  report: FileAnalysis;
  columns: TrackColumns;
  /** What became of each fix, bits of {@link FIX_FLAGS}; 0 for one that was used as it was recorded. */
  fix_flags: Uint8Array;
  segments: SegmentColumns;
}

/** A file as it lies on the disk. The name serves messages alone; formats are told by content. */
export interface InputFile {
  name: string;
  bytes: Uint8Array;
}

/** Takes a file in chunks as they arrive. */
export interface Reader {
  push(chunk: Uint8Array): void;
  /** Ends the input and analyses it; the reader is spent. */
  finish(wind?: InputFile): Promise<Analysis>;
}

/** The engine. */
export interface Core {
  readonly version: string;
  readonly channels: readonly Channel[];
  readonly boat_classes: readonly BoatClass[];
  analyze(file: InputFile, options?: Partial<Options>, wind?: InputFile): Promise<Analysis>;
  /** Why nothing was found at a moment (UTC, ms): what the course did there, and which tests it failed. */
  why(file: InputFile, time_ms: number, options?: Partial<Options>, wind?: InputFile): Promise<Why>;
  /** Means, spreads, travels, quartile tables, correlations and rhythm of straights, by the columns of a track. */
  straight_analysis(
    columns: Pick<TrackColumns, "time_ms" | "channels">,
    question: Partial<StraightQuestion>,
  ): StraightAnalysis;
  open(name: string, options?: Partial<Options>): Reader;
  /** Least squares of y on x. */
  regress(x: Float64Array, y: Float64Array): Regression;
}

/** A file the engine could not read: `kind` is stable, `message` a sentence for people. */
export class EngineError extends Error {
  override name = "EngineError";
  constructor(
    readonly kind: string,
    message: string,
    /** Byte or line it was met at, when known. */
    readonly at: number | null = null,
  ) {
    super(message);
  }
}

/** The outward contract: what `leebow analyze --format json`, the API's analysis call and the page's export give. */
export interface AnalysisDocument {
  engine: string;
  parameters: Partial<Options>;
  /** Boats that sailed together, and their wind, where it was asked for. */
  fleets?: (Omit<FleetAnswer, "boats"> & { boats: Omit<FleetBoat, "row" | "wind">[] })[];
  files: FileAnalysis[];
  failed: { name: string; kind: string; message: string }[];
}
