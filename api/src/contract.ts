/**
 * What the API says, as types: the one thing the screens import from here.
 * Names are the specification's. Times are ISO 8601 UTC. Unknown is null.
 */

export const BOAT_CLASSES_REGISTER = [
  "29er", "470", "49er", "49erFX", "C420", "CFJ", "Formula Kite", "i420", "J70", "Laser", "Nacra 17", "Other",
] as const;
export const BOAT_CLASSES_UPLOAD = [
  "29er", "470", "49er", "49erFX", "C420", "CFJ", "Formula Kite", "i420", "J70", "Laser", "Melges 24", "Moth",
  "Nacra 17", "Viper 640", "Other",
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
  created: string;
}

/** One page of a list, by opaque cursors. */
export interface Page<T> {
  results: T[];
  next: string | null;
  previous: string | null;
}

/** GET /tracks/{id}/analysis/ answers the outward contract of @leebow/core (one file);
 *  GET /tracks/{id}/columns/ its columns as an Arrow IPC stream. */

/** Field errors answer 400 as `{field: [message]}`; everything else `{detail}`. */
export type ApiError = { detail: string } | Record<string, string[]>;

/** Limits, used by code, docs and tests. */
export const LIMITS = {
  upload_bytes: 100 * 1024 * 1024,
  page_size: 20,
} as const;
