import { continuousLongitudes } from "@leebow/basemap";
import { CHANNELS, type Channel, type SegmentKind, TARGET_CHANNELS, type TrackColumns } from "@leebow/core";
import { proxy } from "valtio/vanilla";
import type { MapView } from "../map/view-control";
import { boatOf } from "../playback/boat";
import type { TimeRange } from "../playback/clock";
import { axisOf, type Metric, metricOf, type Scale, scaleOf } from "../playback/metric";
import { Playback } from "../playback/playback";
import { type ReplayData, sailedValues } from "../playback/rows";
import { ZoomStack } from "../playback/zoom-stack";
import { ofReplayTarget, type ReplayTarget } from "./replay-target";
import type { Standings } from "./standings";
import { newStarState } from "./star-state";
import type { WindTrack } from "./wind-now";

/** A boat of a race. */
export interface RaceBoatData extends ReplayData {
  /** Of the first of its tracks. */
  id: number;
  /** Label beside the hull and in tables. */
  name: string;
  /** Full name of the sailor. */
  sailor: string;
}

/** Several boats on one clock. */
export interface RaceData {
  boats: readonly RaceBoatData[];
  /** The wind estimated from all boats; null when there is none. */
  wind: WindTrack | null;
}

/** "none", "tags" (segments by kind and tack) or a channel's id. */
type DataMode = string;
/** "picked": those of {@link ReplayState.picked}. */
export type ManeuverFilter = "all" | "not_counted" | "picked" | SegmentKind;

/** Selections of the user, observed by components. */
export interface ReplayState {
  mode: DataMode;
  fullTail: boolean;
  chart_metric: string;
  /** Index of the focus boat, whose data panels and chart show. */
  focus: number;
  /** Indices of the boats that are not drawn. */
  hidden: number[];
  /** Index of the selected maneuver of the focus boat; −1 for none. */
  chosen: number;
  /** Index of the chosen part of the recording; −1 for none. */
  part: number;
  filter: ManeuverFilter;
  /** Indices of the maneuvers for which the replay was opened; a filter of their own while there are some. */
  picked: number[];
  /** Indices of the selected straights of the focus boat. */
  selected: number[];
  zoom_depth: number;
  range: TimeRange;
  /** Message of the map, for example about a missing coastline. */
  note: string | null;
  /** The range of a video that is in step with the clock. */
  cover: TimeRange | null;
  /** Whether the video is open. */
  video: boolean;
  /** The map keeps the focus boat in its middle. */
  follow: boolean;
  /** The map is turned so that the wind blows from above. */
  wind_up: boolean;
  /** Lines across the wind, and their distance, m. */
  ladder: boolean;
  ladder_m: number;
  /** Where the focus boat goes on this tack and on the other one, with the current, and on which she lays her next mark. */
  laylines: boolean;
  /** Of a race whose report is known; else null. */
  standings: Standings | null;
}

/** Distances of the lines of the ladder, m. *from* the visual design */
export const LADDER_STEPS_M = [10, 25, 50, 100] as const;
const DEFAULT_LADDER_M = 25;

/**
 * Channels that no replay shows. The height of a receiver is that above an ellipsoid, tens of metres from the sea, and
 * drifts: on the water it says nothing.
 */
const LEFT_OUT_IDS = new Set(["ele"]);

/** Those of a recording, and after speed and course what they are against a target. */
const SHOWN_CHANNELS: readonly Channel[] = [
  ...CHANNELS.slice(0, 2),
  ...TARGET_CHANNELS,
  ...CHANNELS.slice(2).filter(({ id }) => !LEFT_OUT_IDS.has(id)),
];

/** What is read from the map of a replay. */
interface DrawnMap {
  currentView: () => MapView;
  /** Where the focus boat is drawn, px from the top left corner of the map. */
  boatPixel: () => { x: number; y: number };
  /** Fits the start line and the boats about it. */
  showStart: () => void;
}

/** One recording, or the boats of a race, with what their replay needs. */
export class ReplayModel {
  readonly boats: readonly RaceBoatData[];
  /** Of a race; null for a single recording. */
  readonly race: RaceData | null;
  readonly playback: Playback;
  readonly metrics: Metric[];
  readonly state: ReplayState;
  readonly stars = newStarState();
  /** The zoomed ranges of the chart. */
  readonly zoom: ZoomStack;
  /** A wind that the user considers, shown on the map; null for none. */
  readonly preview = proxy<{ twd_deg: number | null }>({ twd_deg: null });
  /**
   * Of the map: its scale, 0 before it is drawn, and the compass direction that is up. They change with every frame of a
   * movement, so components read them in the frame loop and do not observe them.
   */
  readonly camera = { px_per_metre: 0, bearing_deg: 0 };
  /** The view that the map begins with, instead of the whole session. */
  start_view: MapView | null = null;
  /** The map that is drawn; null without one. Set by `useReplayMap` alone. */
  map: DrawnMap | null = null;
  /** What a single recording is compared with; null without one. */
  readonly target: ReplayTarget | null;
  private readonly scales = new Map<string, Scale>();

  constructor(source: ReplayData | RaceData, target: ReplayTarget | null = null) {
    this.target = target;
    this.race = "boats" in source ? source : null;
    const boats =
      "boats" in source
        ? source.boats
        : [{ ...source, report: ofReplayTarget(source.report, target), id: 0, name: "", sailor: "" }];
    const near_deg = boats[0]?.columns.lon_deg.find((lon) => !Number.isNaN(lon));
    const ofTarget = target?.columns?.channels ?? {};
    this.boats = boats.map((boat) => ({ ...boat, columns: shownColumns(boat.columns, ofTarget, near_deg) }));
    this.playback = new Playback(this.boats.map(({ name, report, columns }) => boatOf(name, report, columns)));
    this.zoom = new ZoomStack(this.playback.clock.whole);
    this.metrics = SHOWN_CHANNELS.filter(({ id }) => this.hasChannel(id)).map(metricOf);
    const first = this.metrics[0]?.id ?? "none";
    this.state = proxy<ReplayState>({
      mode: first,
      fullTail: this.race === null,
      chart_metric: first,
      focus: 0,
      hidden: [],
      chosen: -1,
      part: -1,
      filter: "all",
      picked: [],
      selected: [],
      zoom_depth: 0,
      range: { ...this.playback.clock.whole },
      note: null,
      cover: null,
      video: false,
      follow: false,
      wind_up: false,
      ladder: false,
      laylines: false,
      ladder_m: DEFAULT_LADDER_M,
      standings: null,
    });
  }

  private hasChannel(id: string): boolean {
    return this.boats.some(({ columns }) => hasValues(columns.channels[id]));
  }

  /** The focus boat. */
  get data(): RaceBoatData {
    return this.boats[this.state.focus]!;
  }

  get zone(): string | null {
    return this.boats.find(({ report }) => report.time_zone !== null)?.report.time_zone ?? null;
  }

  /** Of the recordings: equal for two replays of the same files. */
  get key(): string {
    return this.boats.map(({ report }) => report.sha256).join(" ");
  }

  metric(id: string): Metric | null {
    return this.metrics.find((metric) => metric.id === id) ?? null;
  }

  /** Column of a boat, by default of the focus boat; empty when it does not have this channel. */
  values(id: string, boat = this.state.focus): Float32Array {
    return this.boats[boat]!.columns.channels[id] ?? new Float32Array(0);
  }

  /** The colour scale of a metric, the same for all boats. */
  scale(metric: Metric): Scale {
    return this.computed(`colours ${metric.id}`, () => scaleOf(metric, this.columns(metric)));
  }

  /** The axis of a metric in the chart, which holds the values of all boats. */
  axis(metric: Metric): Scale {
    return this.computed(`axis ${metric.id}`, () => axisOf(metric, this.columns(metric)));
  }

  /** The values while sailing: a ride in a car would make the scale useless. */
  private columns({ id }: Metric): Float32Array[] {
    return this.boats.map(({ report }, boat) => sailedValues(report, this.values(id, boat)));
  }

  private computed(key: string, compute: () => Scale): Scale {
    const scale = this.scales.get(key) ?? compute();
    this.scales.set(key, scale);
    return scale;
  }

  /** Makes a boat the focus boat, and shows it if it is hidden. */
  focusOn(boat: number): void {
    const { state } = this;
    if (!this.boats[boat] || boat === state.focus) return;
    Object.assign(state, {
      focus: boat,
      chosen: -1,
      part: -1,
      selected: [],
      hidden: state.hidden.filter((one) => one !== boat),
    });
  }

  /** Selects a maneuver and seeks to its time. */
  choose(index: number): void {
    const maneuver = this.data.report.maneuvers[index];
    if (!maneuver) return;
    this.state.chosen = index;
    this.playback.seek(Date.parse(maneuver.time));
  }

  /** Index of the next maneuver of the focus boat after the current time, or of the previous one; −1 for none. */
  neighbour(by: 1 | -1): number {
    const now_ms = this.playback.time_ms;
    const times = this.data.report.maneuvers.map(({ time }) => Date.parse(time));
    return by > 0 ? times.findIndex((at) => at > now_ms + 1) : times.findLastIndex((at) => at < now_ms - 1);
  }

  /** Selects the next maneuver, or the previous one. */
  step(by: 1 | -1): void {
    const index = this.neighbour(by);
    if (index >= 0) this.choose(index);
  }
}

function hasValues(column: Float32Array | undefined): boolean {
  if (column) for (let i = 0; i < column.length; i++) if (!Number.isNaN(column[i]!)) return true;
  return false;
}

/** Speeds made good along the wind: towards the mark, whether that is upwind or downwind. */
const MADE_GOOD_IDS = ["vmg", "vmg_twd"];

/**
 * The columns as they are shown: every VMG positive, since sailing downwind it counts towards the leeward mark;
 * longitudes without a jump at the date line, near those of the other boats.
 */
function shownColumns(
  columns: TrackColumns,
  more: TrackColumns["channels"],
  near_deg: number | undefined,
): TrackColumns {
  const { channels } = columns;
  const made = MADE_GOOD_IDS.filter((id) => channels[id]).map((id) => [id, magnitudes(channels[id]!)]);
  const lon_deg = continuousLongitudes(columns.lon_deg, near_deg);
  return { ...columns, lon_deg, channels: { ...channels, ...more, ...Object.fromEntries(made) } };
}

function magnitudes(column: Float32Array): Float32Array {
  const positive = new Float32Array(column.length);
  for (let row = 0; row < positive.length; row++) positive[row] = Math.abs(column[row]!);
  return positive;
}
