import type { Generated } from "kysely";
import type { CreatedAt, Instant, InstantOrNull, JsonWithDefault } from "../../platform/db/columns.ts";
import type { ActivityStatus } from "./schema.ts";

/** A user's Garmin account. The tokens are sealed and open with this user's id only. */
export interface GarminLinksTable {
  user_id: number;
  garmin_user_id: string;
  access_token: string;
  refresh_token: string;
  /** Of the access token. */
  expires_at: Instant;
  permissions: JsonWithDefault<string[]>;
  /** One process refreshes the tokens, until then. */
  refreshing_until: InstantOrNull;
  /** Incremented when the tokens change. */
  version: Generated<number>;
  connected_at: CreatedAt;
}

/** A consent under way. `state` and `browser` are hashes of what the browser has; the verifier is sealed. */
export interface GarminStatesTable {
  state: string;
  user_id: number;
  browser: string;
  code_verifier: string;
  expires_at: Instant;
}

/** An activity Garmin announced, once for each user and summary. */
export interface GarminActivitiesTable {
  id: Generated<number>;
  user_id: number;
  summary_id: string;
  activity_id: string | null;
  name: string | null;
  file_type: string;
  /** Sealed: it has a token that opens the file. Null when it was used or has expired. */
  callback_url: string | null;
  status: Generated<ActivityStatus>;
  /** Why it became no track. */
  reason: string | null;
  track_id: number | null;
  received_at: CreatedAt;
}

declare module "../../platform/db/schema.ts" {
  interface Database {
    garmin_links: GarminLinksTable;
    garmin_states: GarminStatesTable;
    garmin_activities: GarminActivitiesTable;
  }
}
