import { trackCan } from "../../access/track.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { ListedTrackRow } from "./queries.ts";
import { RESULT_FILES } from "./results.ts";
import type { Track } from "./schema.ts";

/** A track as this viewer receives it. */
export function presentTrack(row: ListedTrackRow, viewer: Viewer, storage: Storage): Track {
  const user_id = viewer.id;
  const result_key = row.is_closed ? null : row.result_key;
  const file = (name: string) => result_key && storage.signedPath(`${result_key}/${name}`, { user_id });
  return {
    id: row.id,
    user: row.user_id,
    full_name: `${row.first_name} ${row.last_name}`,
    boat_name: row.boat_name,
    permissions: row.permissions,
    file_name: row.file_name,
    start_time: row.start_time?.toISOString() ?? null,
    end_time: row.end_time?.toISOString() ?? null,
    tz: row.tz,
    location: row.location,
    static_map: file(RESULT_FILES.map_light),
    static_map_dark: file(RESULT_FILES.map_dark),
    sample_rate: row.sample_rate_hz,
    garmin_id: row.garmin_id,
    wind_file: row.wind_file_id,
    twd_avg: row.twd_deg,
    journal_count: row.journal_count,
    joined_files: row.joined_files,
    processing_status: row.processing_status as Track["processing_status"],
    error: row.error,
    wind_error: row.wind_error,
    metric: presentMetric(row, viewer),
    damage: row.damage,
    wind_hint_deg: row.wind_hint_deg,
    wind_candidates: row.wind_candidates ?? [],
    same_boat: row.user_id === viewer.id ? row.same_boat : null,
    created: row.created_at.toISOString(),
    can: trackCan(viewer, row),
  };
}

function presentMetric(row: ListedTrackRow, viewer: Pick<Viewer, "id">): Track["metric"] {
  if (row.distance_m === null || row.duration_s === null) return null;
  return {
    distance: row.distance_m,
    duration: row.duration_s,
    ...(row.recorded_s !== null && row.user_id === viewer.id && { recorded: row.recorded_s }),
    max_speed: row.max_speed_kn,
    tacks: row.tacks ?? 0,
    sets: row.sets ?? 0,
    gybes: row.gybes ?? 0,
    douses: row.douses ?? 0,
    straights: row.straights ?? 0,
    turns: row.turns ?? 0,
    average_wind_direction: row.ewd_deg,
  };
}
