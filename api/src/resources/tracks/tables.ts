import type {
  Correction,
  LeftOutReason,
  LossBasis,
  NoLossReason,
  Options,
  SegmentKind,
  SessionLosses,
  SessionPolar,
  SessionRecords,
  SessionSummary,
} from "@leebow/core";
import type { Generated, GeneratedAlways } from "kysely";
import type { Instant, InstantOrNull, Json, JsonWithDefault } from "../../platform/db/columns.ts";
import type { TrackDamage, TrackWindCandidate } from "./schema.ts";

/** One row a recording, with everything the track list shows; source and results are in the file storage. */
export interface TracksTable {
  id: Generated<number>;
  user_id: number;
  boat_name: string;
  permissions: "PUBLIC" | "PRIVATE";
  file_name: string;
  source_key: string;
  source_bytes: number;
  /** Of the file, hexadecimal; unique among a user's tracks. Null in older tracks until it is needed (tracks/accept.ts). */
  source_sha256: string | null;
  /** 1 processing, 2 error, 3 done, 4 wind being updated. */
  processing_status: number;
  /** Why there are no results, or, with status 3, why those in use are not of the present revision. */
  error: string | null;
  /** The engine's stable name of the error. */
  error_kind: string | null;
  /** Incremented when an input of the analysis changes: boat class, wind hint, corrections, wind file. */
  revision: Generated<number>;
  /** Folder of the present results in the file storage; null before the first analysis. */
  result_key: string | null;
  engine: string | null;
  /** What the present results were made with; null in those of earlier versions. */
  result_parameters: Json<Partial<Options>> | null;
  /** Why the present results are without the attached wind log, a sentence. */
  wind_error: string | null;
  /** Version of the engine that could not analyse this revision, while the results of an earlier one stay in use. */
  failed_engine: string | null;
  start_time: InstantOrNull;
  end_time: InstantOrNull;
  /** Order of the list: start time, or upload time until the start is known. */
  sort_time: Instant;
  tz: string | null;
  /** Date of the start in the track's own zone, YYYY-MM-DD. */
  local_date: string | null;
  location: string | null;
  sample_rate_hz: number | null;
  points: number | null;
  distance_m: number | null;
  /** Of what is not left out. */
  duration_s: number | null;
  /** Of the whole recording, where a part is left out; else null. */
  recorded_s: number | null;
  max_speed_kn: number | null;
  tacks: number | null;
  gybes: number | null;
  sets: number | null;
  douses: number | null;
  straights: number | null;
  /** Counted turns without a name; null before an engine that finds them. */
  turns: number | null;
  ewd_deg: number | null;
  twd_deg: number | null;
  /** Directions that fit a track without a wind, the most probable first. */
  wind_candidates: Json<TrackWindCandidate[]> | null;
  /** What could not be read of the file; null when nothing notable was lost. */
  damage: Json<TrackDamage> | null;
  /** The user's hint of the direction the wind blows from, degrees; a change is a new revision. */
  wind_hint_deg: number | null;
  /** Corrections by hand, in the order they are applied; a change is a new revision. */
  corrections: JsonWithDefault<Correction[]>;
  /** The wind log it is analysed with; a change is a new revision. */
  wind_file_id: number | null;
  garmin_id: string | null;
  /** Null for a boat of its own. */
  same_boat: Json<SameBoatRow> | null;
  created_at: Generated<Date>;
}

/** The segments of a track, with ids that outlive re-analysis. */
export interface SegmentsTable {
  id: Generated<number>;
  track_id: number;
  kind: SegmentKind;
  /** "Tack 1", as in the present results. */
  name: string;
  start_time: Instant;
  end_time: Instant;
  /** Index in the present results: the report's maneuvers, then its straights. Null when retired. */
  position: number | null;
  /** When an analysis first did not find the segment any more; null while it is found. */
  retired_at: InstantOrNull;
}

/** What reports add up of one track, from its present results. */
interface TrackFactsTable {
  track_id: number;
  user_id: number;
  /** The results these numbers come from. */
  result_key: string;
  /** Another one whenever the ids of the segments were written: names the documents that hold them. */
  segments_version: Generated<string>;
  start_time: Instant;
  /** Date of the start in the track's own zone, YYYY-MM-DD. */
  local_date: string;
  /** The class the track was analysed as. */
  boat_class: string;
  water_time_s: number;
  tacks: number;
  gybes: number;
  accelerations: number;
  sets: number;
  douses: number;
  turns: number;
  /** Seconds in each wind category by the measured wind. */
  light_s: number;
  sf_s: number;
  df_s: number;
  windy_s: number;
  /** Null in a row written before records were stored. */
  records: Json<SessionRecords> | null;
  /** Null in a row written before sessions were stored. */
  session: Json<SessionSummary> | null;
  /** Null in a row written before polars were stored. */
  polar: Json<SessionPolar> | null;
  /** Null in a row written before they were stored. */
  losses: Json<SessionLosses> | null;
  /** Category of the mean measured wind speed of `session`; null without one. */
  readonly wind_category: GeneratedAlways<SessionSummary["wind_category"]>;
  /** Mean speed on upwind straights of `session`; null with too little of them. */
  readonly upwind_kn: GeneratedAlways<number | null>;
}

/** What reports need of one maneuver; the engine's `Maneuver` defines the numbers. */
interface ManeuversTable {
  segment_id: number;
  track_id: number;
  user_id: number;
  local_date: string;
  boat_class: string;
  kind: SegmentKind;
  /** Index among the maneuvers of the track's report. */
  position: number;
  time: Instant;
  /** Whether its quality is enough to be counted. */
  counted: boolean;
  quality: number;
  loss_og_m: number | null;
  loss_80_m: number | null;
  left_out_reason: LeftOutReason | null;
  loss_basis: LossBasis | null;
  loss_at_least_m: number | null;
  no_loss_reason: NoLossReason | null;
  /** Mean measured wind of the 10 min about it; with the class it gives the wind category. */
  tws_kn: number | null;
  entry_speed_kn: number | null;
  exit_speed_kn: number | null;
  min_speed_kn: number | null;
  max_speed_kn: number | null;
  duration_s: number;
  angle_deg: number | null;
}

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

declare module "../../platform/db/schema.ts" {
  interface Database {
    tracks: TracksTable;
    segments: SegmentsTable;
    track_facts: TrackFactsTable;
    maneuvers: ManeuversTable;
    joined_files: JoinedFilesTable;
  }
}
