/**
 * What the API says, as types: the one thing the screens import from here.
 * Names are the specification's. Times are ISO 8601 UTC. Unknown is null.
 */

import type { Correction, CorrectionOutcome, ExpectedLoss, Improvement, InConditions } from "@leebow/core";

export const BOAT_CLASSES_REGISTER = [
  "29er",
  "470",
  "49er",
  "49erFX",
  "C420",
  "CFJ",
  "Formula Kite",
  "i420",
  "J70",
  "Laser",
  "Nacra 17",
  "Other",
] as const;
export const BOAT_CLASSES_UPLOAD = [
  "29er",
  "470",
  "49er",
  "49erFX",
  "C420",
  "CFJ",
  "Formula Kite",
  "i420",
  "J70",
  "Laser",
  "Melges 24",
  "Moth",
  "Nacra 17",
  "Viper 640",
  "Other",
] as const;
/** The track edit list and the profile list. */
export const BOAT_CLASSES_EDIT = [...BOAT_CLASSES_UPLOAD, "Foil Pumping", "Kite Flying"] as const;

export type Permission = "PUBLIC" | "PRIVATE";
/** 1 wind data processing, 2 error, 3 done, 4 wind being updated. */
export type ProcessingStatus = 1 | 2 | 3 | 4;

export interface User {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  /** 1 administrator, 2 coach type, else null. */
  role: number | null;
  profile_img: string | null;
  primary_boat_class: string | null;
  email_notifications: boolean;
  garmin_connected: boolean;
  auto_segmentation_enabled: boolean;
  show_wind_arrow: boolean;
  enabled_features: ("athlete" | "auto_segmentation" | "coach_tools")[];
  teammates: { id: number; first_name: string; last_name: string }[];
}

/** POST /users/login/ and /users/register/ answer this; `access` goes into the Authorization header as bearer. */
export interface Session {
  user: User;
  access: string;
}

export interface TrackMetric {
  /** metres */
  distance: number;
  /** seconds */
  duration: number;
  /** knots */
  max_speed: number | null;
  tacks: number;
  sets: number;
  gybes: number;
  douses: number;
  straights: number;
  /** degrees, estimated */
  average_wind_direction: number | null;
}

/** What could not be kept of a recording, as lists show it; the analysis has every part. */
export interface TrackDamage {
  /** Points kept, and those the file set out to hold (null when nobody knows). */
  kept: number;
  expected: number | null;
  /** Lost parts. */
  parts: number;
  /** The gravest loss in a sentence: where the file stops, if it does. */
  sentence: string;
}

/** One track as lists and headers show it (GET /tracks/, GET /tracks/{id}/?notrackpoints=true). */
export interface Track {
  id: number;
  /** Owner's id. */
  user: number;
  full_name: string;
  boat_name: string;
  permissions: Permission;
  file_name: string;
  start_time: string | null;
  end_time: string | null;
  /** IANA zone of the track. */
  tz: string | null;
  location: string | null;
  /** Address of the static map (PNG), light and dark. */
  static_map: string | null;
  static_map_dark: string | null;
  sample_rate: number | null;
  garmin_id: string | null;
  wind_file: number | null;
  /** Measured mean direction, degrees; null without measured wind. */
  twd_avg: number | null;
  journal_count: number;
  processing_status: ProcessingStatus;
  /** A sentence when processing_status is 2. */
  error: string | null;
  metric: TrackMetric | null;
  /** Null while it is not analysed, and when nothing to speak of was lost. */
  damage: TrackDamage | null;
  /** The user's hint of where the wind comes from, degrees; the analysis weighs it against the track. */
  wind_hint_deg: number | null;
  created: string;
}

/** GET and PUT /tracks/{id}/corrections/: what people know better than the engine, in the order they said it.
 *  Each names a segment by kind and time, so that it outlives another analysis; the form is the engine's `Correction`. */
export interface TrackCorrections {
  corrections: Correction[];
  /** What became of each; null while the track is analysed, and without corrections. */
  outcomes: CorrectionOutcome[] | null;
}

/** One page of a list, by opaque cursors. */
export interface Page<T> {
  results: T[];
  next: string | null;
  previous: string | null;
}

/** GET /tracks/{id}/analysis/ answers the outward contract of @leebow/core (one file);
 *  GET /tracks/{id}/columns/ its columns as an Arrow IPC stream. */

/** GET /download/track/source/{id}/ and /download/exportCSV/{id}/ (204 when there is nothing): a signed address. */
export interface FileAddress {
  url: string;
}

/** Field errors answer 400 as `{field: [message]}`; everything else `{detail}`. */
export type ApiError = { detail: string } | Record<string, string[]>;

/** `owner` of GET /tracks/: my team's, mine, or everybody's (role 1 alone). Absent is `team`. */
export type TrackMode = "team" | "mine" | "all";

/** Query of GET /tracks/. Dates are YYYY-MM-DD, read in `tz` (UTC when absent); both ends are included. */
export interface TrackListQuery {
  cursor?: string;
  owner?: TrackMode;
  search?: string;
  start_date?: string;
  end_date?: string;
  tz?: string;
  /** Ids of users; the parameter may be repeated. */
  filter_users?: number[];
  /** Tracks of this date in their own zone. */
  day?: string;
}

/** GET /tracks/dates/: days in the tracks' own zones, newest first. */
export interface TrackDates {
  dates: string[];
}

/** GET /tracks/oldest_date/. */
export interface OldestTrackDate {
  date: string | null;
}

/** GET /tracks/{id}/ without notrackpoints: the track with its points and segments, for outsiders. */
export interface TrackDetail extends Track {
  trackpoints: Trackpoint[];
  segments: TrackSegment[];
  /** One row a maneuver or straight, in the units of the specification: m/s, degrees, metres, H:MM:SS. */
  metrics: SegmentMetric[];
}

export interface Trackpoint {
  id: number;
  lat: number;
  lon: number;
  time: string;
  /** By channel id; speeds in knots, angles in degrees; unknown ones are left out. */
  metrics: Record<string, number>;
}

/** T tack, G gybe, B bear away, D douse, A acceleration, S straight, others as in the analysis. */
export type SegmentLabel = "T" | "G" | "B" | "D" | "A" | "S" | "P" | "F" | "X" | "U";

export interface TrackSegment {
  id: number;
  seg_name: string;
  label: SegmentLabel;
  /** Half-open range of trackpoints. */
  start: number;
  finish: number;
  start_time: string;
  end_time: string;
}

export interface SegmentMetric {
  label: SegmentLabel;
  segment_name: string;
  time: string;
  start_time: string;
  end_time: string;
  /** H:MM:SS */
  duration: string;
  loss_og: number | null;
  loss_80: number | null;
  /** m/s */
  entry_speed: number | null;
  exit_speed: number | null;
  min_speed: number | null;
  max_speed: number | null;
  /** degrees per second */
  min_turn_rate: number | null;
  max_turn_rate: number | null;
  avg_turn_rate: number | null;
  /** degrees */
  maneuver_angle: number | null;
  preview: { dt_s: number; x_m: number; y_m: number; sog_kn: number }[];
}

/** GET /reports/user/. */
export interface UserStatsReport {
  sessions: number;
  /** seconds */
  water_time: number;
  tacks: number;
  gybes: number;
  accelerations: number;
  sets: number;
  douses: number;
}

/** GET /reports/windconditions/: seconds, those in conditions by measured wind. */
export interface WindConditionsReport {
  total_time: number;
  time_in_conditions: InConditions;
}

/** GET /reports/improvement/: median loss in metres by date and wind. */
export type ImprovementReport = Improvement[];

/** GET /reports/expectedloss/. */
export type ExpectedLossReport = ExpectedLoss;

/** GET /reports/leaderboard/: most hours first. */
export type LeaderboardReport = {
  id: number;
  first_name: string;
  last_name: string;
  profile_img: string | null;
  /** hours */
  time_on_water: number;
}[];

/** GET /api/config/: what the screens need to know of the server, without a session. */
export interface ServerConfig {
  version: string;
  /** An online map style; null means the packed coast alone. */
  map_style_url: string | null;
}

/** File names the upload takes; what a file is, is told by its content. The first three are the core. */
export const UPLOAD_EXTENSIONS = [
  ".fit",
  ".gpx",
  ".csv",
  ".zip",
  ".gz",
  ".nmea",
  ".txt",
  ".log",
  ".tsv",
  ".vkx",
  ".vtk",
] as const;

/** Limits, used by code, docs and tests. */
export const LIMITS = {
  upload_bytes: 100 * 1024 * 1024,
  /** Profile picture. */
  image_bytes: 10 * 1024 * 1024,
  page_size: 20,
  /** Of one track. */
  corrections: 1000,
  search_chars: 100,
  name_chars: 100,
  email_chars: 254,
  /** The specification's smallest name and password. */
  name_min_chars: 3,
  password_chars: 3,
  /** The profile asks for more than the registration does, as specified. */
  profile_password_chars: 6,
  password_max_chars: 128,
  /** Per client address. */
  logins_per_minute: 30,
  resets_per_minute: 5,
  reset_link_s: 3600,
  session_days: 30,
  /** Body of a call that is not an upload. */
  json_bytes: 1024 * 1024,
} as const;
