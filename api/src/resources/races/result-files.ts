import type { Storage, StoredPage } from "../../platform/storage/storage.ts";

/** Files of one estimate of a race's wind in the storage, below the race's `result_key`. */
export const RACE_FILES = {
  wind: "wind.json",
  boat_winds: "boat-winds.json",
  /** All boats on the coast, PNG. */
  map_light: "map-light.png",
  map_dark: "map-dark.png",
} as const satisfies Record<string, string>;

/** Made at their first use for the tracks that a viewer sees, by a digest of what they depend on besides the wind. */
export const RACE_DOCUMENTS = {
  /** Points of the boats. */
  points: (digest: string) => `points/${digest}.json.gz`,
  report: (digest: string) => `reports/${digest}.json`,
  report_columns: (digest: string) => `reports/${digest}.arrow`,
} as const;

export const RACE_FOLDER = "race-results";

/** Folder of the results of a race, a folder each estimate (platform/files/results.ts). */
export const resultsOfRace = (race_id: number) => `${RACE_FOLDER}/${race_id}`;

/** Folder of the points of a race without results. Their names depend on the results of its tracks, which have unique keys. */
export const folderBeforeResults = (race_id: number) => `${resultsOfRace(race_id)}/0`;

/** Folders of the reports of a race, and of its points, below its `result_key`. */
export const folderOfReports = (result_key: string) => `${result_key}/reports`;
export const folderOfPoints = (result_key: string) => `${result_key}/points`;

/**
 * Deletes the files of one of these folders that were written first, until `most` are left: everybody who sees another part
 * of a race, and every change of a name in it, adds some. They are made again at their next use.
 */
export async function removeOldest(storage: Storage, folder: string, most: number): Promise<void> {
  const files: StoredPage["files"] = [];
  for await (const page of storage.pages(folder)) files.push(...page.files);
  files.sort((a, b) => b.modified_ms - a.modified_ms);
  for (const { key } of files.slice(most)) await storage.remove(key);
}
