/** Files of one analysis in the storage, below the track's `result_key`. */
export const RESULT_FILES = {
  report: "report.json",
  columns: "columns.arrow",
  map_light: "map-light.png",
  map_dark: "map-dark.png",
  /** Written for the first race the track is in. */
  wind_evidence: "wind-evidence.json",
  /** For the map of a race report. */
  positions: "positions.arrow",
  /** Written at the first download. */
  points_csv: "points.csv",
} as const;

/** Folder of the same files without the parts that are left out, as others than the owner see them; where a part is left out. */
export const SAILED_FOLDER = "sailed";

/** Of the documents' content. Raise it with every change of their form: those of before are then written again. */
const DOCUMENT_FORM = 1;

/** Ends of JSON answers as gzip files, by the version of the segments' ids in them. */
export const DOCUMENTS = {
  points: (segments_version: string) => `points-${DOCUMENT_FORM}-${segments_version}.json.gz`,
  analysis: (segments_version: string) => `analysis-${DOCUMENT_FORM}-${segments_version}.json.gz`,
} as const;
/** The segments as JSON, without tags of a user. */
export const segmentsFile = (segments_version: string) => `segments-${DOCUMENT_FORM}-${segments_version}.json`;
export type DocumentName = keyof typeof DOCUMENTS;

export const RESULTS_FOLDER = "results";

/** Folder of the results of a track, a folder each analysis (retired-results.ts). */
export const resultsOfTrack = (track_id: number) => `${RESULTS_FOLDER}/${track_id}`;
