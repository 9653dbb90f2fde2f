import { csvCell, KIND_COLORS, nameEnd, SEGMENT_KINDS, shownUnit, type Units } from "@leebow/core";
import type {
  Channel,
  Core,
  FileAnalysis,
  Maneuver,
  SegmentKind,
  StoredTrack,
  Straight,
  TrackColumns,
} from "@leebow/core/node";
import { type IdentifiedReport, SegmentLabel, type SegmentMetric, type TrackSegment } from "./schema.ts";

const ROWS_PER_CHUNK = 1000;
const MPS_PER_KN = 1852 / 3600;

/**
 * What the JSON of a {@link TrackDetail} has after the track's own fields and its segments, in pieces: a day at 25 Hz is hundreds of
 * megabytes of text, which are never in memory at once.
 */
export function* detailPieces(
  stored: Pick<StoredTrack, "columns">,
  report: IdentifiedReport,
  channels: Core["channels"],
): Generator<string> {
  yield `,"metrics":${JSON.stringify(metricsOf(report))},"trackpoints":[`;
  const write = pointWriter(stored, channels);
  for (let from = 0; from < stored.columns.n; from += ROWS_PER_CHUNK) {
    const until = Math.min(from + ROWS_PER_CHUNK, stored.columns.n);
    const rows: string[] = [];
    for (let i = from; i < until; i++) rows.push(write(i));
    yield (from === 0 ? "" : ",") + rows.join(",");
  }
  yield "]}";
}

/** Writes one fix as JSON, in display units with one decimal more than the display shows. */
export function pointWriter(
  { columns }: Pick<StoredTrack, "columns">,
  channels: Core["channels"],
): (i: number, id?: number) => string {
  const known = new Map(channels.map((channel: Channel) => [channel.id, channel]));
  const metrics = Object.entries(columns.channels).map(([id, values]) => {
    const { display_factor = 1, decimals = 2 } = known.get(id) ?? {};
    return { name: JSON.stringify(id), values, factor: display_factor, decimals: decimals + 1 };
  });
  return (i, id = i) => {
    const known_values: string[] = [];
    for (const { name, values, factor, decimals } of metrics) {
      const value = values[i]! * factor;
      if (Number.isFinite(value)) known_values.push(`${name}:${Number(value.toFixed(decimals))}`);
    }
    const time = new Date(columns.time_ms[i]!).toISOString();
    const place = `"lat":${columns.lat_deg[i]!.toFixed(7)},"lon":${columns.lon_deg[i]!.toFixed(7)}`;
    return `{"id":${id},${place},"time":"${time}","metrics":{${known_values.join(",")}}}`;
  };
}

/** Maneuvers and straights in time order, without tags of a user. */
export function segmentsOf(report: IdentifiedReport): TrackSegment[] {
  const all = [
    ...report.maneuvers,
    ...report.straights.map((straight) => ({ ...straight, kind: "straight" as const })),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  return all.map(({ id, name, kind, start, end, start_time, end_time }) => ({
    id,
    seg_name: name,
    tag: labelOf(kind),
    label: labelOf(kind),
    color: KIND_COLORS[kind],
    start,
    finish: end,
    start_time,
    end_time,
    user_tags: [],
  }));
}

export function metricsOf(report: FileAnalysis): SegmentMetric[] {
  const rows = [...report.maneuvers.map(maneuverMetric), ...report.straights.map(straightMetric)];
  return rows.sort((a, b) => a.start_time.localeCompare(b.start_time));
}

const labelOf = (kind: SegmentKind): SegmentLabel => SegmentLabel.parse(SEGMENT_KINDS[kind].letter);

function maneuverMetric(m: Maneuver): SegmentMetric {
  return {
    label: labelOf(m.kind),
    segment_name: m.name,
    time: m.time,
    start_time: m.start_time,
    end_time: m.end_time,
    duration: clock(m.duration_s),
    loss_og: m.loss_og_m,
    loss_80: m.loss_80_m,
    loss_at_least: m.loss_at_least_m,
    loss_basis: m.loss_basis,
    entry_speed: mps(m.entry_speed_kn),
    exit_speed: mps(m.exit_speed_kn),
    min_speed: mps(m.min_speed_kn),
    max_speed: mps(m.max_speed_kn),
    min_turn_rate: m.min_turn_rate_dps,
    max_turn_rate: m.max_turn_rate_dps,
    avg_turn_rate: m.avg_turn_rate_dps,
    maneuver_angle: m.angle_deg,
    preview: m.preview,
  };
}

function straightMetric(s: Straight): SegmentMetric {
  const duration_s = (Date.parse(s.end_time) - Date.parse(s.start_time)) / 1000;
  return {
    label: "S",
    segment_name: s.name,
    time: s.start_time,
    start_time: s.start_time,
    end_time: s.end_time,
    duration: clock(duration_s),
    loss_og: null,
    loss_80: null,
    loss_at_least: null,
    loss_basis: null,
    entry_speed: null,
    exit_speed: null,
    min_speed: null,
    max_speed: null,
    min_turn_rate: null,
    max_turn_rate: null,
    avg_turn_rate: null,
    maneuver_angle: null,
    preview: [],
  };
}

const mps = (kn: number | null) => (kn === null ? null : kn * MPS_PER_KN);

/** H:MM:SS, to the nearest second. */
export function clock(duration_s: number): string {
  const s = Math.max(0, Math.round(duration_s));
  const two = (n: number) => String(n).padStart(2, "0");
  return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

const CSV_ROWS_PER_CHUNK = 5000;

/**
 * Every fix of a track as CSV: `time,lat,lon`, then each channel as `sog_kn`, `cog_deg`…, in display units
 * or those that the reader has chosen. Missing values are empty. Names of makers' own channels are arbitrary texts. Yields to the event loop after every piece.
 */
export async function* pointsCsv(
  columns: TrackColumns,
  channels: Core["channels"],
  units: Units,
): AsyncGenerator<string> {
  const known = new Map(channels.map((channel) => [channel.id, channel]));
  const shown = Object.entries(columns.channels).map(([id, values]) => {
    const { display_unit = "", display_factor = 1, decimals = 2 } = known.get(id) ?? {};
    const { unit, factor } = shownUnit(display_unit, units);
    const name = unit ? `${id}_${nameEnd(unit)}` : id;
    return { name, values, factor: display_factor * factor, decimals: decimals + 1 };
  });
  yield `${["time", "lat", "lon", ...shown.map(({ name }) => csvCell(name))].join(",")}\r\n`;
  for (let from = 0; from < columns.n; from += CSV_ROWS_PER_CHUNK) {
    const rows: string[] = [];
    for (let i = from; i < Math.min(from + CSV_ROWS_PER_CHUNK, columns.n); i++) {
      const time = new Date(columns.time_ms[i]!).toISOString();
      const cells = shown.map(({ values, factor, decimals }) => cell(values[i]! * factor, decimals));
      rows.push([time, columns.lat_deg[i]!.toFixed(7), columns.lon_deg[i]!.toFixed(7), ...cells].join(","));
    }
    yield `${rows.join("\r\n")}\r\n`;
    await new Promise((turn) => setImmediate(turn));
  }
}

const cell = (value: number, decimals: number) =>
  Number.isFinite(value) ? String(Number(value.toFixed(decimals))) : "";
