/** The untyped interface of both bindings: JSON is text. */

/** One analysis; its columns are copies owned by the caller. */
export interface RawAnalysis {
  readonly report: string;
  readonly time_ms: Float64Array;
  readonly lat_deg: Float64Array;
  readonly lon_deg: Float64Array;
  readonly channel_ids: string[];
  readonly channels: Float32Array[];
  readonly fix_flags: Uint8Array;
  readonly segment_kind: Uint8Array;
  readonly segment_start: Uint32Array;
  readonly segment_end: Uint32Array;
  readonly metric_ids: string[];
  readonly metrics: Float32Array[];
}

/** Columns as a reader returned them. */
export type RawColumns = Pick<RawAnalysis, "time_ms" | "lat_deg" | "lon_deg" | "channel_ids" | "channels">;

/** A file in chunks. It cannot be used after `finish` or `recording`. */
export interface RawReader {
  push(chunk: Uint8Array): void;
  finish(windName?: string, windBytes?: Uint8Array): Promise<RawAnalysis>;
  recording(): Promise<RawFileRecording>;
}

/** The recording of a file in the memory of the engine. It cannot be used after `free`. */
export interface RawFileRecording {
  readonly bytes: number;
  analyze(options: string, wind?: RawFileRecording): Promise<RawAnalysis>;
  why(options: string, timeMs: number, wind?: RawFileRecording): Promise<string>;
  free(): void;
}

/** The columns of a track for the analysis of races; those of the wind are empty without one. */
export interface RawRaceTrack {
  readonly time_ms: Float64Array;
  readonly lat_deg: Float64Array;
  readonly lon_deg: Float64Array;
  readonly sog_mps: Float32Array;
  readonly cog_deg: Float32Array;
  readonly ewd_deg: Float32Array;
  readonly ewd_sd_deg: Float32Array;
}

/** The races of a day; `day` is JSON. */
export interface RawRaceAnalysis {
  readonly day: string;
  readonly columns: RawRaceColumns[];
}

/** A boat behind the leader of a race, which is given by its index. */
export interface RawRaceColumns {
  readonly race: number;
  readonly track: string;
  readonly time_ms: Float64Array;
  readonly behind_s: Float32Array;
  readonly behind_m: Float32Array;
  readonly behind_sd_s: Float32Array;
  readonly behind_sd_m: Float32Array;
  readonly progress_m: Float32Array;
  readonly leg: Uint8Array;
}

/** One binding. Errors are thrown with `{"kind", "message", "at"}` as their message. */
export interface RawBinding {
  version(): string;
  channels(): string;
  boat_classes(): string;
  boat_class(name: string): string;
  regress(x: Float64Array, y: Float64Array): string;
  analyze(
    name: string,
    bytes: Uint8Array,
    options: string,
    windName?: string,
    windBytes?: Uint8Array,
  ): Promise<RawAnalysis>;
  read(name: string, bytes: Uint8Array): Promise<RawFileRecording>;
  why(
    name: string,
    bytes: Uint8Array,
    options: string,
    timeMs: number,
    windName?: string,
    windBytes?: Uint8Array,
  ): Promise<string>;
  straight_analysis(timeMs: Float64Array, channelIds: string[], channels: Float32Array[], question: string): string;
  races(facts: string, tracks: RawRaceTrack[], options: string): Promise<RawRaceAnalysis>;
  debrief(facts: string, tracks: RawRaceTrack[], options: string): Promise<string>;
  debrief_summary(facts: string, track: RawRaceTrack): Promise<string>;
  duel(facts: string, tracks: RawRaceTrack[], options: string, request: string): Promise<string>;
  polar_summary(facts: string, track: RawRaceTrack): Promise<string>;
  polar(sessions: string, options: string): Promise<string>;
  RawReader: new (name: string, options: string, expected?: number) => RawReader;
}
