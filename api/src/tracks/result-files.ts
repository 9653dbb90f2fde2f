/** What one analysis leaves in the file storage, below the track's `result_key`. */
export const RESULT_FILES = {
  report: "report.json",
  columns: "columns.arrow",
  map_light: "map-light.png",
  map_dark: "map-dark.png",
  /** Made when first asked for. */
  points_csv: "points.csv",
} as const;

/** One immutable folder per track, engine version and revision. */
export function resultKey(track_id: number, engine: string, revision: number): string {
  return `results/${track_id}/${engine}-${revision}`;
}
