/** Files of one estimate of a race's wind in the storage, below the race's `result_key`. */
export const RACE_FILES = {
  wind: "wind.json",
  boat_winds: "boat-winds.json",
  /** All boats on the coast, PNG. */
  map_light: "map-light.png",
  map_dark: "map-dark.png",
  /** Points of the boats, by a digest of which tracks are in it. */
  points: (digest: string) => `points-${digest}.json.gz`,
} as const;

export const RACE_FOLDER = "race-results";

/** Key of the immutable folder of results of a race in a revision; revision 0 has none but points. */
export const raceResultKey = (race_id: number, revision: number) => `${RACE_FOLDER}/${race_id}/${revision}`;
