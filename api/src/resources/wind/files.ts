/** Wind logs as they were uploaded (platform/files/folders.ts). */
export const WIND_FILES = {
  folder: "windlogs",
  table: "wind_files",
  column: "source_key",
  user_column: "user_id",
} as const;

/** Folder of uploads that POST /windfiles/ has not taken over yet. */
export const WIND_UPLOADS_FOLDER = "winduploads";

/** Files of what was read of a wind log, below its `result_key`. */
export const WIND_RESULT_FILES = {
  series: "series.bin",
  map_light: "map-light.png",
  map_dark: "map-dark.png",
} as const;

/** First part of the keys of what was read of wind logs. */
export const WIND_RESULTS_FOLDER = "windresults";

/** Folder of what was read of a wind log, a folder each time (platform/files/results.ts). */
export const resultsOfWindFile = (wind_file_id: number) => `${WIND_RESULTS_FOLDER}/${wind_file_id}`;
