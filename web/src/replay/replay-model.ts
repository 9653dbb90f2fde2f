import { CHANNELS, type FileAnalysis, type TrackColumns } from "@leebow/core";
import { proxy } from "valtio";
import { type Boat, boatOf } from "../playback/boat";
import { type Metric, metricOf, type Scale, scaleOf } from "../playback/metric";
import { Playback } from "../playback/playback";

export interface ReplayData {
  report: FileAnalysis;
  columns: TrackColumns;
}

/** "none", "tags" (segments by kind and tack) or a channel's id. */
export type DataMode = string;
export type ManeuverFilter = "all" | "tack" | "gybe" | "bear_away" | "douse" | "turn";

/** Selections of the user, observed by components. */
export interface ReplayState {
  mode: DataMode;
  fullTail: boolean;
  chart_metric: string;
  /** Index of the selected maneuver; −1 for none. */
  chosen: number;
  filter: ManeuverFilter;
  /** Indices of the selected straights. */
  selected: number[];
  zoom_depth: number;
  range: { from_ms: number; to_ms: number };
  /** Message of the map, for example about a missing coastline. */
  note: string | null;
  px_per_metre: number;
}

/** A recording with what its replay needs. */
export class ReplayModel {
  readonly boat: Boat;
  readonly playback: Playback;
  readonly metrics: Metric[];
  readonly state: ReplayState;
  private readonly scales = new Map<string, Scale>();

  constructor(readonly data: ReplayData) {
    this.boat = boatOf("", data.report, data.columns);
    this.playback = new Playback([this.boat]);
    this.metrics = CHANNELS.filter(({ id }) => hasValues(data.columns.channels[id])).map(metricOf);
    const first = this.metrics[0]?.id ?? "none";
    this.state = proxy<ReplayState>({
      mode: first,
      fullTail: true,
      chart_metric: first,
      chosen: -1,
      filter: "all",
      selected: [],
      zoom_depth: 0,
      range: { ...this.playback.clock.whole },
      note: null,
      px_per_metre: 0,
    });
  }

  get zone(): string | null {
    return this.data.report.time_zone;
  }

  metric(id: string): Metric | null {
    return this.metrics.find((metric) => metric.id === id) ?? null;
  }

  values(id: string): Float32Array {
    return this.data.columns.channels[id] ?? new Float32Array(0);
  }

  scale(metric: Metric): Scale {
    let scale = this.scales.get(metric.id);
    if (!scale) {
      scale = scaleOf(metric, this.values(metric.id));
      this.scales.set(metric.id, scale);
    }
    return scale;
  }

  /** Selects a maneuver and seeks to its time. */
  choose(index: number): void {
    const maneuver = this.data.report.maneuvers[index];
    if (!maneuver) return;
    this.state.chosen = index;
    this.playback.seek(Date.parse(maneuver.time));
  }

  /** Selects the next maneuver after the current time, or the previous one. */
  step(by: 1 | -1): void {
    const now_ms = this.playback.time_ms;
    const times = this.data.report.maneuvers.map(({ time }) => Date.parse(time));
    const index = by > 0 ? times.findIndex((at) => at > now_ms + 1) : times.findLastIndex((at) => at < now_ms - 1);
    if (index >= 0) this.choose(index);
  }
}

function hasValues(column: Float32Array | undefined): boolean {
  return column?.some((value) => !Number.isNaN(value)) ?? false;
}
