import type { Units } from "@leebow/core";
import type { Generated } from "kysely";
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
  /** What the account may store; null: what all may (tracks/queries.ts). */
  quota_bytes: Generated<number | null>;
  quota_tracks: Generated<number | null>;
  /** Whether there is a row in garmin_links. */
  garmin_connected: Generated<boolean>;
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

/** Failed logins by a keyed hash of the account's e-mail. */
export interface LoginAttemptsTable {
  account: string;
  failures: number;
  blocked_until: Instant;
  last_attempt: Instant;
}

/** Every table. Those of a resource are declared in its folder (tables.ts). */
export interface Database {
  users: UsersTable;
  sessions: SessionsTable;
  settings: SettingsTable;
  login_attempts: LoginAttemptsTable;
}
