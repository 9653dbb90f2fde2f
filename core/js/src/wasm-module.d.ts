/** The module that wasm-bindgen generates, for type checks before the first build. The types of a built module take precedence. */
declare module "*/wasm/leebow.js" {
  export class RawAnalysis {
    free(): void;
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
  export class RawColumns {
    free(): void;
    readonly time_ms: Float64Array;
    readonly lat_deg: Float64Array;
    readonly lon_deg: Float64Array;
    readonly channel_ids: string[];
    readonly channels: Float32Array[];
  }
  export class RawReader {
    constructor(name: string, options: string, expected?: number);
    free(): void;
    push(chunk: Uint8Array): void;
    finish(wind_name?: string, wind_bytes?: Uint8Array): RawAnalysis;
    recording(): RawFileRecording;
  }
  export class RawFileRecording {
    free(): void;
    share(): RawFileRecording;
    readonly bytes: number;
    analyze(options: string, wind?: RawFileRecording): RawAnalysis;
    why(options: string, time_ms: number, wind?: RawFileRecording): string;
  }
  export function read(name: string, bytes: Uint8Array): RawFileRecording;
  export function version(): string;
  export function channels(): string;
  export function boat_classes(): string;
  export function regress(x: Float64Array, y: Float64Array): string;
  export function read_raw(name: string, bytes: Uint8Array): RawColumns;
  export function analyze(
    name: string,
    bytes: Uint8Array,
    options: string,
    wind_name?: string,
    wind_bytes?: Uint8Array,
  ): RawAnalysis;
  export function straight_analysis(
    timeMs: Float64Array,
    channelIds: string[],
    channels: Float32Array[],
    question: string,
  ): string;
  export function why(
    name: string,
    bytes: Uint8Array,
    options: string,
    time_ms: number,
    wind_name?: string,
    wind_bytes?: Uint8Array,
  ): string;
  export function initSync(input: { module: BufferSource }): unknown;
  export default function init(input?: { module_or_path: BufferSource | URL | WebAssembly.Module }): Promise<unknown>;
}
