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
  Units,
} from "@leebow/core";
import type { Generated, GeneratedAlways } from "kysely";
import type { AdminTables } from "../../resources/admin/tables.ts";
import type { BillingTables } from "../../resources/billing/tables.ts";
import type { ConsentTables } from "../../resources/consents/tables.ts";
import type { DemoTables } from "../../resources/demo/tables.ts";
import type { GarminTables } from "../../resources/garmin/tables.ts";
import type { JournalTables } from "../../resources/journals/tables.ts";
import type { RaceTables } from "../../resources/races/tables.ts";
import type { SegmentTagTables } from "../../resources/segments/tables.ts";
import type { StraightTables } from "../../resources/straights/tables.ts";
import type { TargetTables } from "../../resources/targets/tables.ts";
import type { TeamTables } from "../../resources/teams/tables.ts";
import type { TrackDamage, TrackWindCandidate } from "../../resources/tracks/schema.ts";
import type { JoinedFileTables, SameBoatRow } from "../../resources/tracks/tables.ts";
import type { WindFileTables, WindReportTables } from "../../resources/wind/tables.ts";
import type { Instant, InstantOrNull, Json, JsonWithDefault } from "./columns.ts";

/** Users. better-auth writes name, email, image and the two times. */
export interface UsersTable {
  id: Generated<number>;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  /** How many mailed links have confirmed an address: a link names the number it was made at, and works once. */
  email_confirmations: Generated<number>;
  image: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  first_name: string;
  last_name: string;
  /** 1 administrator, 2 coach type; changed by administrators alone (admin/change-user.ts). */
  role: number | null;
  primary_boat_class: string | null;
  email_notifications: Generated<boolean>;
  auto_segmentation_enabled: Generated<boolean>;
  show_wind_arrow: Generated<boolean>;
  units: JsonWithDefault<Units>;
  /** Computed from grants and subscriptions (account/features.ts). */
  enabled_features: Json<string[]> | Generated<string[]>;
  /** When the account was disabled: logins are refused since then. Null for an enabled account. */
  disabled_at: InstantOrNull;
  /** What the account may store; null: what all may (admin/quota.ts). */
  quota_bytes: Generated<number | null>;
  quota_tracks: Generated<number | null>;
  /** Whether there is a row in garmin_links. */
  garmin_connected: Generated<boolean>;
}

/** One row a recording, with everything the track list shows; source and results are in the file storage. */
export interface TracksTable {
  id: Generated<number>;
  user_id: number;
  boat_name: string;
  permissions: "PUBLIC" | "PRIVATE";
  file_name: string;
  source_key: string;
  source_bytes: number;
  /** Of the file, hexadecimal; unique among a user's tracks. Null in older tracks until it is needed (tracks/duplicates.ts). */
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

/** Written by better-auth. */
export interface SessionsTable {
  id: Generated<number>;
  user_id: number;
  token: string;
  expires_at: Date;
}

/** One row a value about the whole installation. */
export interface SettingsTable {
  key: string;
  value: string;
}

/** Folders of results that a later analysis replaced; deleted after a while. */
export interface RetiredResultsTable {
  result_key: string;
  retired_at: Generated<Date>;
}

/** Failed logins by a keyed hash of the account's e-mail. */
export interface LoginAttemptsTable {
  account: string;
  failures: number;
  blocked_until: Instant;
  last_attempt: Instant;
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
export interface TrackFactsTable {
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
export interface ManeuversTable {
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

/** Every table. Those of a resource are in its folder (tables.ts). */
export interface Database
  extends AdminTables,
    BillingTables,
    DemoTables,
    ConsentTables,
    GarminTables,
    RaceTables,
    SegmentTagTables,
    StraightTables,
    TargetTables,
    TeamTables,
    JournalTables,
    JoinedFileTables,
    WindFileTables,
    WindReportTables {
  users: UsersTable;
  tracks: TracksTable;
  sessions: SessionsTable;
  settings: SettingsTable;
  segments: SegmentsTable;
  track_facts: TrackFactsTable;
  maneuvers: ManeuversTable;
  login_attempts: LoginAttemptsTable;
  retired_results: RetiredResultsTable;
}
