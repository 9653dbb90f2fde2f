import type { Instant, Json } from "../../platform/db/columns.ts";

/** What a track was before it was put together with others, and what was written to it then. */
export interface FormerTrack {
  id: number;
  boat_name: string;
  permissions: "PUBLIC" | "PRIVATE";
  wind_file_id: number | null;
  wind_hint_deg: number | null;
  garmin_id: string | null;
  journals: number[];
  straight_analyses: number[];
  regattas: number[];
  races: number[];
  consents: number[];
  garmin_activities: number[];
}

/** That a track is of the same boat at the same time as another one of its sailor, which is used in its place. */
export interface SameBoatRow {
  track: number;
  file_name: string;
  /** How far the two are apart at most moments. */
  apart_m: number;
  /** What its sailor said of it: one boat, or two. */
  answer: "one" | "two" | null;
}

/** A file of a track that was made of several, one after the other. */
export interface JoinedFilesTable {
  source_key: string;
  track_id: number;
  user_id: number;
  file_name: string;
  source_bytes: number;
  source_sha256: string | null;
  /** Its first fix, in the recording's own clock. */
  start_time: Instant;
  /** Null for a file that was never a track. */
  former: Json<FormerTrack> | null;
}

export interface JoinedFileTables {
  joined_files: JoinedFilesTable;
}
