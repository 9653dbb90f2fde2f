/**
 * The typed interface of the engine, which both bindings implement. Only this folder imports generated code.
 *
 * `@leebow/core/node` and `@leebow/core/web` each provide a {@link Core}; a conformance suite requires equal results.
 */
import type { BoatClass } from "./generated/BoatClass";
import type { Channel } from "./generated/Channel";
import type { Debrief } from "./generated/Debrief";
import type { DebriefFacts } from "./generated/DebriefFacts";
import type { DebriefOptions } from "./generated/DebriefOptions";
import type { Duel } from "./generated/Duel";
import type { DuelRequest } from "./generated/DuelRequest";
import type { FileAnalysis } from "./generated/FileAnalysis";
import type { FleetAnswer } from "./generated/FleetAnswer";
import type { FleetBoat } from "./generated/FleetBoat";
import type { Options } from "./generated/Options";
import type { Polar } from "./generated/Polar";
import type { PolarOptions } from "./generated/PolarOptions";
import type { RaceDay } from "./generated/RaceDay";
import type { RaceOptions } from "./generated/RaceOptions";
import type { RaceTrackFacts } from "./generated/RaceTrackFacts";
import type { Regression } from "./generated/Regression";
import type { SessionPolar } from "./generated/SessionPolar";
import type { SessionSummary } from "./generated/SessionSummary";
import type { StraightAnalysis } from "./generated/StraightAnalysis";
import type { StraightAnalysisRequest } from "./generated/StraightAnalysisRequest";
import type { Why } from "./generated/Why";

export type { Action } from "./generated/Action";
export type { Band } from "./generated/Band";
export type { BoatClass } from "./generated/BoatClass";
export type { BoatLeg } from "./generated/BoatLeg";
export type { BoatStart } from "./generated/BoatStart";
export type { BoatState } from "./generated/BoatState";
export type { Channel } from "./generated/Channel";
export type { Correction } from "./generated/Correction";
export type { CorrectionOutcome } from "./generated/CorrectionOutcome";
export type { Cost } from "./generated/Cost";
export type { Current } from "./generated/Current";
export type { Damage } from "./generated/Damage";
export type { Debrief } from "./generated/Debrief";
export type { DebriefBand } from "./generated/DebriefBand";
export type { DebriefBudget } from "./generated/DebriefBudget";
export type { DebriefCurrent } from "./generated/DebriefCurrent";
export type { DebriefEvidence } from "./generated/DebriefEvidence";
export type { DebriefFacts } from "./generated/DebriefFacts";
export type { DebriefFinding } from "./generated/DebriefFinding";
export type { DebriefHead } from "./generated/DebriefHead";
export type { DebriefLittle } from "./generated/DebriefLittle";
export type { DebriefManeuver } from "./generated/DebriefManeuver";
export type { DebriefOptions } from "./generated/DebriefOptions";
export type { DebriefPart } from "./generated/DebriefPart";
export type { DebriefPlot } from "./generated/DebriefPlot";
export type { DebriefPotential } from "./generated/DebriefPotential";
export type { DebriefRace } from "./generated/DebriefRace";
export type { DebriefRange } from "./generated/DebriefRange";
export type { DebriefReference } from "./generated/DebriefReference";
export type { DebriefStraight } from "./generated/DebriefStraight";
export type { DebriefUnit } from "./generated/DebriefUnit";
export type { DebriefValue } from "./generated/DebriefValue";
export type { DebriefWind } from "./generated/DebriefWind";
export type { DeviceEvent } from "./generated/DeviceEvent";
export type { DeviceEventKind } from "./generated/DeviceEventKind";
export type { DistanceRecord } from "./generated/DistanceRecord";
export type { Doubt } from "./generated/Doubt";
export type { DoubtedSpan } from "./generated/DoubtedSpan";
export type { DoubtReading } from "./generated/DoubtReading";
export type { DoubtReason } from "./generated/DoubtReason";
export type { Duel } from "./generated/Duel";
export type { DuelParts } from "./generated/DuelParts";
export type { DuelPhase } from "./generated/DuelPhase";
export type { DuelPoint } from "./generated/DuelPoint";
export type { DuelRelation } from "./generated/DuelRelation";
export type { DuelRequest } from "./generated/DuelRequest";
export type { DuelSaid } from "./generated/DuelSaid";
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
export type { GunBasis } from "./generated/GunBasis";
export type { GunCandidate } from "./generated/GunCandidate";
export type { Improvement } from "./generated/Improvement";
export type { InConditions } from "./generated/InConditions";
export type { Instrument } from "./generated/Instrument";
export type { InstrumentErrors } from "./generated/InstrumentErrors";
export type { Judged } from "./generated/Judged";
export type { Lap } from "./generated/Lap";
export type { LeaderboardRow } from "./generated/LeaderboardRow";
export type { LeftOutReason } from "./generated/LeftOutReason";
export type { LegKind } from "./generated/LegKind";
export type { LineEnd } from "./generated/LineEnd";
export type { LinePoint } from "./generated/LinePoint";
export type { LittleCode } from "./generated/LittleCode";
export type { LittleRow } from "./generated/LittleRow";
export type { Loss } from "./generated/Loss";
export type { LossBasis } from "./generated/LossBasis";
export type { LossKind } from "./generated/LossKind";
export type { LossLine } from "./generated/LossLine";
export type { LossPoint } from "./generated/LossPoint";
export type { Maneuver } from "./generated/Maneuver";
export type { MarkSide } from "./generated/MarkSide";
export type { NoLossReason } from "./generated/NoLossReason";
export type { NotCountedReason } from "./generated/NotCountedReason";
export type { Options } from "./generated/Options";
export type { Over } from "./generated/Over";
export type { PartCode } from "./generated/PartCode";
export type { PartKind } from "./generated/PartKind";
export type { Passing } from "./generated/Passing";
export type { PlaceBasis } from "./generated/PlaceBasis";
export type { PreviewPoint } from "./generated/PreviewPoint";
export type { QuantityCode } from "./generated/QuantityCode";
export type { RaceBoat } from "./generated/RaceBoat";
export type { RaceCorrection } from "./generated/RaceCorrection";
export type { RaceDay } from "./generated/RaceDay";
export type { RaceEvent } from "./generated/RaceEvent";
export type { RaceEventKind } from "./generated/RaceEventKind";
export type { RaceLeg } from "./generated/RaceLeg";
export type { RaceMark } from "./generated/RaceMark";
export type { RaceNote } from "./generated/RaceNote";
export type { RaceNoteCode } from "./generated/RaceNoteCode";
export type { RaceOptions } from "./generated/RaceOptions";
export type { RacePlace } from "./generated/RacePlace";
export type { RaceReport } from "./generated/RaceReport";
export type { RaceTrackFacts } from "./generated/RaceTrackFacts";
export type { RaceTurn } from "./generated/RaceTurn";
export type { RaceWaypoint } from "./generated/RaceWaypoint";
export type { RaceWindColumns } from "./generated/RaceWindColumns";
export type { RaceWindSource } from "./generated/RaceWindSource";
export type { Reason } from "./generated/Reason";
export type { RecordingHead } from "./generated/RecordingHead";
export type { Records } from "./generated/Records";
export type { ReferenceKind } from "./generated/ReferenceKind";
export type { Regression } from "./generated/Regression";
export type { RunsRecord } from "./generated/RunsRecord";
export type { SailingMode } from "./generated/SailingMode";
export type { SegmentKind } from "./generated/SegmentKind";
export type { Session } from "./generated/Session";
export type { SessionQuantity } from "./generated/SessionQuantity";
export type { SessionSummary } from "./generated/SessionSummary";
export type { SessionValue } from "./generated/SessionValue";
export type { SpeedRecord } from "./generated/SpeedRecord";
export type { Stability } from "./generated/Stability";
export type { StartLine } from "./generated/StartLine";
export type { Straight } from "./generated/Straight";
export type { StraightAnalysis } from "./generated/StraightAnalysis";
export type { StraightAnalysisRequest } from "./generated/StraightAnalysisRequest";
export type { Summary } from "./generated/Summary";
export type { TackSide } from "./generated/TackSide";
export type { TimeOnWater } from "./generated/TimeOnWater";
export type { TrackPart } from "./generated/TrackPart";
export type { TurnLosses } from "./generated/TurnLosses";
export type { UnderEngine } from "./generated/UnderEngine";
export type { Unsteadiness } from "./generated/Unsteadiness";
export type { UserStats } from "./generated/UserStats";
export type { Verdict } from "./generated/Verdict";
export type { WaypointKind } from "./generated/WaypointKind";
export type { Why } from "./generated/Why";
export type { Wind } from "./generated/Wind";
export type { WindCandidate } from "./generated/WindCandidate";
export type { WindCategory } from "./generated/WindCategory";
export type { WindConditions } from "./generated/WindConditions";
export type { WindLog } from "./generated/WindLog";
export type { WindReport } from "./generated/WindReport";
export type { WindSample } from "./generated/WindSample";
export type { WindSource } from "./generated/WindSource";

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

export type { CourseBasis } from "./generated/CourseBasis";
export type { HandicapBoat } from "./generated/HandicapBoat";
export type { HandicapResult } from "./generated/HandicapResult";
export type { Polar } from "./generated/Polar";
export type { PolarBand } from "./generated/PolarBand";
export type { PolarBands } from "./generated/PolarBands";
export type { PolarBasis } from "./generated/PolarBasis";
export type { PolarCells } from "./generated/PolarCells";
export type { PolarCurve } from "./generated/PolarCurve";
export type { PolarLeftOut } from "./generated/PolarLeftOut";
export type { PolarOptions } from "./generated/PolarOptions";
export type { PolarSeason } from "./generated/PolarSeason";
export type { PolarSide } from "./generated/PolarSide";
export type { PolarSides } from "./generated/PolarSides";
export type { PolarTarget } from "./generated/PolarTarget";
export type { RaceScore } from "./generated/RaceScore";
export type { RatingSystem } from "./generated/RatingSystem";
export type { SeasonLine } from "./generated/SeasonLine";
export type { SeasonPoint } from "./generated/SeasonPoint";
export type { SeasonTooLittle } from "./generated/SeasonTooLittle";
export type { SeasonTrend } from "./generated/SeasonTrend";
export type { SessionPolar } from "./generated/SessionPolar";
export type { SideDifference } from "./generated/SideDifference";
