/** Files of one estimate of a race's wind in the storage, below the race's `result_key`. */
export const RACE_FILES = {
  wind: "wind.json",
  boat_winds: "boat-winds.json",
  /** All boats on the coast, PNG. */
  map_light: "map-light.png",
  map_dark: "map-dark.png",
  /** Points of the boats, by a digest of which tracks are in it. */
  points: (digest: string) => `points-${digest}.json.gz`,
  /** Of one report, by a digest of what it depends on besides the wind, in a folder of their own. */
  report: (digest: string) => `${digest}.json`,
  report_columns: (digest: string) => `${digest}.arrow`,
} as const;

export const RACE_FOLDER = "race-results";

/** Folder of the results of a race, a folder each estimate (tracks/retired-results.ts). */
export const resultsOfRace = (race_id: number) => `${RACE_FOLDER}/${race_id}`;

/** Folder of the points of a race without results. Their names depend on the results of its tracks, which have unique keys. */
export const folderBeforeResults = (race_id: number) => `${resultsOfRace(race_id)}/0`;

/** Folder of the reports of a race, below its `result_key`. */
export const folderOfReports = (result_key: string) => `${result_key}/reports`;
