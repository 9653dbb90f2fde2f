/** Files of one analysis in the storage, below the track's `result_key`. */
export const RESULT_FILES = {
  report: "report.json",
  columns: "columns.arrow",
  map_light: "map-light.png",
  map_dark: "map-dark.png",
  /** Written at the first download. */
  points_csv: "points.csv",
} as const;

/** Key of the immutable folder of results for a track, engine version and revision. */
export function resultKey(track_id: number, engine: string, revision: number): string {
  return `results/${track_id}/${engine}-${revision}`;
}
