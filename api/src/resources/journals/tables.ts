import type { Generated } from "kysely";
import type { CreatedAt, InstantOrNull } from "../../platform/db/columns.ts";

/** What an entry is beside a note: about a kite or foil, a named section (gold star), or straight segments. */
export type JournalType = "kite" | "star" | "straight";

/** One row an entry; about a track, a race, or neither. */
export interface JournalsTable {
  id: Generated<number>;
  author_id: number;
  track_id: number | null;
  race_id: number | null;
  j_type: JournalType | null;
  content: string;
  kite_brand: string | null;
  kite_model: string | null;
  kite_size: string | null;
  foil_brand: string | null;
  foil_model: string | null;
  foil_wing: string | null;
  /** 1 to 5, or -1 when unset. */
  feel: number;
  /** Ends of the section of a gold star. */
  s_point: InstantOrNull;
  e_point: InstantOrNull;
  straight_analysis_id: number | null;
  /** Since when the owner of the track, or the coach of the race, hides it from others. */
  hidden_at: InstantOrNull;
  created_at: CreatedAt;
  modified_at: Generated<Date>;
}

interface JournalTagsTable {
  id: Generated<number>;
  journal_id: number;
  value: string;
  position: number;
}

/** Straight segments an entry is about; their ids outlive re-analysis. */
interface JournalSegmentsTable {
  journal_id: number;
  segment_id: number;
}

interface JournalPhotosTable {
  id: Generated<number>;
  journal_id: number;
  /** Who added it. */
  user_id: number;
  file_key: string;
  created_at: CreatedAt;
}

export interface JournalRepliesTable {
  id: Generated<number>;
  journal_id: number;
  author_id: number;
  content: string;
  /** As of entries, by whom the entry is about. */
  hidden_at: InstantOrNull;
  created_at: CreatedAt;
  modified_at: Generated<Date>;
}

/** At most one an entry. Dates are calendar days, YYYY-MM-DD. */
export interface RegattaReportsTable {
  journal_id: number;
  name: string | null;
  start_date: string;
  end_date: string;
  number_competitors: number | null;
  finish_position: number | null;
}

/** A competitor by account or by name, never both. */
interface RegattaCompetitorsTable {
  journal_id: number;
  position: number;
  user_id: number | null;
  name: string | null;
  finish_position: number;
}

interface RegattaTracksTable {
  journal_id: number;
  track_id: number;
}

/** Files of photos whose rows were deleted, written by a trigger; the hourly sweep deletes them. */
interface DeletedPhotosTable {
  file_key: string;
}

declare module "../../platform/db/schema.ts" {
  interface Database {
    journals: JournalsTable;
    journal_tags: JournalTagsTable;
    journal_segments: JournalSegmentsTable;
    journal_photos: JournalPhotosTable;
    journal_replies: JournalRepliesTable;
    regatta_reports: RegattaReportsTable;
    regatta_competitors: RegattaCompetitorsTable;
    regatta_tracks: RegattaTracksTable;
    deleted_photos: DeletedPhotosTable;
  }
}
