/** Messages about who is in the share link of a race. Importable by the browser. */
import { z } from "zod";
import { Id, Instant, idText } from "../../platform/http/schemas.ts";
import { RacePerson } from "../races/schema.ts";

export const ConsentParams = z.object({ race_id: idText() });
export const QuestionParams = z.object({ id: idText(), user_id: idText() });

export const AskConsent = z.object({ user_id: Id }).meta({ id: "AskConsent" });
export const AnswerConsent = z
  .object({
    allow: z
      .boolean("Allow it, or not.")
      .nullable()
      .meta({ description: "Null takes an answer back: a question that was not taken back is open again" }),
  })
  .meta({ id: "AnswerConsent" });

export const SharedBoat = z
  .strictObject({
    user: RacePerson,
    boat_name: z.string(),
    track_ids: z.array(Id),
    is_own: z.boolean(),
    state: z.enum(["in_link", "asked", "not_asked", "left_out"]).meta({
      description: "left_out: the owner has not agreed, or does not any more; the race does not ask again",
    }),
    reason: z.enum(["public", "agreed", "private"]).meta({ description: "Why it is in the link, or not" }),
    asked: Instant.nullable().meta({ description: "The open question, or null" }),
    agreed: Instant.nullable(),
  })
  .meta({ id: "SharedBoat" });
export type SharedBoat = z.infer<typeof SharedBoat>;

export const SharedBoats = z
  .strictObject({
    boats: z.array(SharedBoat).meta({ description: "Those in the link first, then asked, not asked, left out" }),
    in_link: z.int(),
  })
  .meta({ id: "SharedBoats" });
export type SharedBoats = z.infer<typeof SharedBoats>;

export const RaceConsent = z
  .strictObject({
    race: z.strictObject({
      id: Id,
      name: z.string(),
      static_map: z.string().nullable().meta({ description: "Signed address" }),
      static_map_dark: z.string().nullable(),
    }),
    state: z.enum(["asked", "agreed", "refused"]),
    asked_by: RacePerson.nullable().meta({
      description: "Null when it was the own decision, the question was taken back, or that account was deleted",
    }),
    asked: Instant.nullable(),
    answered: Instant.nullable(),
    track_ids: z.array(Id).meta({ description: "The own PRIVATE tracks in the race that it is about" }),
    boat_name: z.string(),
    start_time: Instant.nullable().meta({ description: "Of these tracks" }),
    end_time: Instant.nullable(),
    tz: z.string().nullable(),
  })
  .meta({ id: "RaceConsent" });
export type RaceConsent = z.infer<typeof RaceConsent>;

export const RaceConsents = z.strictObject({ results: z.array(RaceConsent) }).meta({ id: "RaceConsents" });
