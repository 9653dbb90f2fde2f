import { type WindFileRow, windFileCan } from "../../access/wind.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { WIND_RESULT_FILES } from "./files.ts";
import type { WindFile, WindReportEntry } from "./schema.ts";

/** Reports by the id of their wind file. */
export type ReportsByFile = ReadonlyMap<number, WindReportEntry[]>;

/** A wind file as this viewer receives it. */
export function presentWindFile(row: WindFileRow, reports: ReportsByFile, viewer: Viewer, storage: Storage): WindFile {
  const user_id = viewer.id;
  // A log without positions has no map.
  const map = (name: string) =>
    row.result_key && row.has_map ? storage.signedPath(`${row.result_key}/${name}`, { user_id }) : null;
  return {
    id: row.id,
    user: row.user_id,
    original_name: row.original_name,
    start_time: row.start_time?.toISOString() ?? null,
    end_time: row.end_time?.toISOString() ?? null,
    time: row.created_at.toISOString(),
    undated: row.undated,
    has_direction: row.has_direction,
    points: row.samples,
    bytes: row.source_bytes,
    tz: row.tz,
    location: row.location,
    static_map: map(WIND_RESULT_FILES.map_light),
    static_map_dark: map(WIND_RESULT_FILES.map_dark),
    processing_status: row.processing_status as WindFile["processing_status"],
    error: row.error,
    wind_reports: reports.get(row.id) ?? [],
    can: windFileCan(viewer, row),
  };
}
