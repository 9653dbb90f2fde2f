import type { InstantOrNull } from "../../platform/db/columns.ts";

/**
 * What a sailor decided about being in the share link of a race, one row a PRIVATE track. It outlasts that the track leaves
 * the race, and its deletion: a refusal and a question hold for the person.
 */
interface RaceConsentsTable {
  race_id: number;
  /** Null after the track was deleted. */
  track_id: number | null;
  /** The sailor. */
  user_id: number;
  /** `taken_back`: the question, by who asked it. `refused` also after the sailor has withdrawn. */
  consent: "asked" | "taken_back" | "agreed" | "refused";
  /** Null for the own decision, after the question was taken back, and after that account was deleted. */
  asked_by: number | null;
  /** The question; stays when it is taken back, so that the race asks once. */
  asked_at: InstantOrNull;
  answered_at: InstantOrNull;
}

declare module "../../platform/db/schema.ts" {
  interface Database {
    race_consents: RaceConsentsTable;
  }
}
