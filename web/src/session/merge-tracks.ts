import type { Maneuver, Straight, TrackColumns } from "@leebow/core";
import type { ReplayData } from "../playback/rows";

/** The tracks of one boat, in time order, as one: rows and segments follow each other, with a gap between two tracks. */
export function mergeTracks(tracks: readonly ReplayData[]): ReplayData {
  const [first, ...rest] = tracks as [ReplayData, ...ReplayData[]];
  if (rest.length === 0) return first;
  const starts = tracks.map((_, i) => tracks.slice(0, i).reduce((sum, { columns }) => sum + columns.n, 0));
  const last = tracks.at(-1)!.report;
  const report = {
    ...first.report,
    points: tracks.reduce((sum, { columns }) => sum + columns.n, 0),
    end_time: last.end_time,
    maneuvers: tracks.flatMap(({ report }, i) => report.maneuvers.map((one) => shifted<Maneuver>(one, starts[i]!))),
    straights: tracks.flatMap(({ report }, i) => report.straights.map((one) => shifted<Straight>(one, starts[i]!))),
    events: tracks.flatMap(({ report }) => report.events),
    summary: { ...first.report.summary, tacks: total(tracks, "tacks"), gybes: total(tracks, "gybes") },
  };
  return { report, columns: mergeColumns(tracks.map(({ columns }) => columns)) };
}

const shifted = <Segment extends { start: number; end: number }>(segment: Segment, by: number): Segment => ({
  ...segment,
  start: segment.start + by,
  end: segment.end + by,
});

const total = (tracks: readonly ReplayData[], count: "tacks" | "gybes") =>
  tracks.reduce((sum, { report }) => sum + report.summary[count], 0);

/** A channel that one of the tracks lacks is NaN in its rows. */
function mergeColumns(tracks: readonly TrackColumns[]): TrackColumns {
  const n = tracks.reduce((sum, track) => sum + track.n, 0);
  const join = <Column extends Float32Array | Float64Array>(
    into: Column,
    of: (track: TrackColumns) => Column | null,
  ) => {
    let at = 0;
    for (const track of tracks) {
      const column = of(track);
      if (column) into.set(column, at);
      else into.fill(NaN, at, at + track.n);
      at += track.n;
    }
    return into;
  };
  const ids = new Set(tracks.flatMap(({ channels }) => Object.keys(channels)));
  const channel = (id: string) => join(new Float32Array(n), ({ channels }) => channels[id] ?? null);
  return {
    n,
    time_ms: join(new Float64Array(n), ({ time_ms }) => time_ms),
    lat_deg: join(new Float64Array(n), ({ lat_deg }) => lat_deg),
    lon_deg: join(new Float64Array(n), ({ lon_deg }) => lon_deg),
    channels: Object.fromEntries([...ids].map((id) => [id, channel(id)])),
  };
}
