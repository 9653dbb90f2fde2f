import { lacksZone } from "./clock-shift.ts";
import type { DeviceEvent, FileAnalysis, Maneuver, RaceEvent, RaceTrack, RaceTurn, TrackColumns } from "./core.ts";
import { sailedColumns } from "./sailed-columns.ts";

/**
 * The track of an analysis for {@link Core.races}, from its report and its columns, also stored ones; as `race_track` of the
 * engine: without the parts that are left out. Device and user may know more: the distance from the antenna to the bow goes into `facts`.
 */
export function raceTrackOf(report: FileAnalysis, all: TrackColumns): RaceTrack {
  const columns = sailedColumns(report, all);
  const channel = (id: string) => columns.channels[id] ?? new Float32Array();
  const unknown = () => new Float32Array(columns.n).fill(NaN);
  return {
    facts: {
      name: report.name,
      boat_class: report.boat_class,
      flip_probability: report.wind?.flip_probability ?? null,
      without_zone: lacksZone(report),
      turns: report.maneuvers.flatMap(turnOf),
      events: report.events.flatMap(eventOf),
    },
    time_ms: columns.time_ms,
    lat_deg: columns.lat_deg,
    lon_deg: columns.lon_deg,
    sog_mps: columns.channels.sog ?? unknown(),
    cog_deg: columns.channels.cog ?? unknown(),
    ewd_deg: channel("ewd"),
    ewd_sd_deg: channel("ewd_sd"),
  };
}

/** A turn; none for maneuvers that are no turns. */
function turnOf({ kind, time, counted, evidence }: Maneuver): RaceTurn[] {
  const time_ms = Date.parse(time);
  const after = (s: number) => time_ms + 1000 * s;
  const { turn_start_s, turn_end_s, recovered_95_s } = evidence;
  if (turn_start_s === null || turn_end_s === null) return [];
  const [start_ms, end_ms] = [after(turn_start_s), after(turn_end_s)];
  const recovered_ms = recovered_95_s === null ? end_ms : after(recovered_95_s);
  return [{ kind, start_ms, time_ms, end_ms, recovered_ms, counted }];
}

function eventOf({ kind, time, lat_deg, lon_deg }: DeviceEvent): RaceEvent[] {
  if (kind !== "race_start" && kind !== "pin" && kind !== "committee_boat") return [];
  return [{ kind, time_ms: Date.parse(time), lat_deg, lon_deg }];
}
