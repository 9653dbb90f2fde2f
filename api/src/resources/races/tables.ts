import type { RaceCorrection } from "@leebow/core";
import type { Generated } from "kysely";
import type { CreatedAt, InstantOrNull, JsonWithDefault } from "../../platform/db/columns.ts";

/** A track and the results of it that were used. */
interface RaceInput {
  track_id: number;
  result_key: string | null;
}

export interface RacesTable {
  id: Generated<number>;
  /** The coach who made the race. */
  user_id: number;
  name: string;
  /** 1 processing, 2 error, 3 done, 4 done, and the wind of a track is being updated. */
  processing_status: Generated<number>;
  /** A sentence in status 2. */
  error: string | null;
  /** Why the race has no wind, a sentence. */
  wind_reason: string | null;
  /** Incremented when its tracks, or the results of one, change. */
  revision: Generated<number>;
  /** Folder of the present results in the file storage; null before the first ones. */
  result_key: string | null;
  /** What the present results were computed from. */
  inputs: JsonWithDefault<RaceInput[]>;
  /** Whether the present results have a picture of all boats. */
  has_map: Generated<boolean>;
  /** The wind's mean direction over the race, where it comes from, and its standard deviation, degrees; null without a wind. */
  twd_deg: number | null;
  twd_sd_deg: number | null;
  /** Whether its share link was revoked: by then its coach, and administrators, alone make another. */
  share_revoked: Generated<boolean>;
  /** By hand, in the order they are applied to its report. */
  corrections: JsonWithDefault<RaceCorrection[]>;
  /** Start of the first track, and where it was sailed; null until one is analysed. */
  start_time: InstantOrNull;
  location: string | null;
  /** Order of the list: start time, or the time of creation until the start is known. */
  sort_time: Generated<Date>;
  created_at: CreatedAt;
}

interface RaceTracksTable {
  race_id: number;
  track_id: number;
}

/** That a sailor has left a race: no track of his is put into it again. */
interface RaceDeparturesTable {
  race_id: number;
  user_id: number;
  left_at: CreatedAt;
}

/** The share link of a race; revoked by deleting its row. */
interface RaceSharesTable {
  share_id: string;
  race_id: number;
  created_by: number | null;
  created_at: CreatedAt;
  /** Null: never, as of all links made before ends could be chosen. */
  expires_at: InstantOrNull;
}

declare module "../../platform/db/schema.ts" {
  interface Database {
    races: RacesTable;
    race_tracks: RaceTracksTable;
    race_departures: RaceDeparturesTable;
    race_shares: RaceSharesTable;
  }
}
