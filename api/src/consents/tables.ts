import type { InstantOrNull } from "../database/columns.ts";

/** Consent of a sailor to be in the share link of a race with a PRIVATE track. */
export interface RaceConsentsTable {
  race_id: number;
  track_id: number;
  /** `taken_back`: the question, by who asked it. `refused` also after the sailor has withdrawn. */
  consent: "asked" | "taken_back" | "agreed" | "refused";
  asked_by: number | null;
  /** The last question; stays when it is taken back, so that a sailor gets one mail a day at most. */
  asked_at: InstantOrNull;
  answered_at: InstantOrNull;
}

export interface ConsentTables {
  race_consents: RaceConsentsTable;
}
