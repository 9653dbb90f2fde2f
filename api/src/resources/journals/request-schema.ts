/** Parameters, queries and bodies of the calls on journals. Importable by the browser. */
import { z } from "zod";
import { DateText, Id, idText } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";
import { JournalType } from "./schema.ts";

export const JournalParams = z.object({ id: idText() });
export const PageQuery = z.object({ cursor: z.string().max(200) }).partial();
export const JournalsQuery = PageQuery.extend({
  search: z.string().trim().max(LIMITS.search_chars, "Search for fewer words.").optional(),
});

const text = (max: number) => z.string("Write a text.").trim().max(max, `Write at most ${max} characters.`);
/** An empty text is none. */
const shortText = text(LIMITS.name_chars)
  .nullish()
  .transform((value) => value || null);
const NOT_AN_ID = "This is not the number of one.";
const id = Id.nullish().transform((value) => value ?? null);

const Tag = z.object({ value: text(LIMITS.journal_tag_chars).min(1, "Write the tag.") });

/** Years that a timestamp of the database and a cursor can hold. */
const isPlausible = (instant: string) => instant >= "1900" && instant < "3000";
const Point = z.iso
  .datetime({ offset: true, error: "Write times as 2026-07-30T12:34:56Z." })
  .refine(isPlausible, "Choose a time between 1900 and 2999.");

const COUNT = "Write a whole number, 1 or more.";
const count = (required: string) =>
  z
    .int({ error: ({ input }) => (input === undefined || input === null ? required : COUNT) })
    .min(1, COUNT)
    .max(100_000, COUNT);
const DATES = "Choose the first and the last day of the regatta.";
const day = z.string(DATES).pipe(DateText);

const Competitor = z
  .object({
    user: id,
    name: shortText,
    finish_position: count("Write the position of each competitor."),
  })
  .refine(({ user, name }) => user !== null || name !== null, {
    path: ["name"],
    error: "Choose a member of your teams or write a name.",
    when: isObject,
  })
  // A user has one name: the account's.
  .transform(({ user, name, finish_position }) => ({ user, name: user === null ? name : null, finish_position }));

/** Every rule is checked even when another one fails, so that a form shows all of its errors at once. */
const isRead = { when: isObject };
export const WriteRegattaReport = z
  .object({
    name: shortText,
    start_date: day,
    end_date: day,
    number_competitors: count("")
      .nullish()
      .transform((value) => value ?? null),
    finish_position: count("")
      .nullish()
      .transform((value) => value ?? null),
    tracks: z
      .array(Id, NOT_AN_ID)
      .max(LIMITS.regatta_tracks, `Choose ${LIMITS.regatta_tracks} tracks at most.`)
      .default([]),
    competitor_results: z
      .array(Competitor)
      .max(LIMITS.regatta_competitors, `Write ${LIMITS.regatta_competitors} competitors at most.`)
      .default([]),
  })
  .refine(({ name, number_competitors }) => !name || number_competitors != null, {
    path: ["number_competitors"],
    error: "Number of competitors required",
    ...isRead,
  })
  .refine(({ start_date, end_date }) => !(start_date > end_date), {
    path: ["end_date"],
    error: "The regatta ends before it begins.",
    ...isRead,
  })
  .refine(({ finish_position, number_competitors }) => !exceeds(finish_position, number_competitors), {
    path: ["finish_position"],
    error: "There are fewer competitors than this position.",
    ...isRead,
  })
  .meta({ id: "WriteRegattaReport" });
export type WriteRegattaReport = z.output<typeof WriteRegattaReport>;

function exceeds(position: number | null | undefined, competitors: number | null | undefined): boolean {
  return Number.isInteger(position) && Number.isInteger(competitors) && position! > competitors!;
}

function isObject({ value }: { value: unknown }): boolean {
  return typeof value === "object" && value !== null;
}

/** What may be changed of an entry. */
const Changeable = z.object({
  content: text(LIMITS.journal_chars).default(""),
  tags: z.array(Tag).max(LIMITS.journal_tags, `Choose ${LIMITS.journal_tags} tags at most.`).default([]),
  kite_brand: shortText,
  kite_model: shortText,
  kite_size: shortText,
  foil_brand: shortText,
  foil_model: shortText,
  foil_wing: shortText,
  feel: z.literal([-1, 1, 2, 3, 4, 5], "feel is 1 to 5, or -1.").default(-1),
  s_point: Point.nullish().transform((value) => value ?? null),
  e_point: Point.nullish().transform((value) => value ?? null),
  straight_analysis_id: id,
  straight_analysis_segments: z
    .array(z.union([Id, z.object({ id: Id }).transform((segment) => segment.id)], NOT_AN_ID))
    .max(LIMITS.journal_segments, `Choose ${LIMITS.journal_segments} segments at most.`)
    .default([])
    .meta({ description: "Ids of straight segments of the track" }),
  regatta_report: WriteRegattaReport.nullish().transform((value) => value ?? null),
});

export type JournalContent = z.output<typeof Changeable>;

export const CreateJournal = Changeable.extend({
  track: id.meta({ description: "The track the entry is about" }),
  race: id.meta({ description: "Or the race; an entry may have neither" }),
  jType: JournalType.nullish().transform((value) => value ?? null),
}).meta({ id: "CreateJournal" });

export type CreateJournal = z.output<typeof CreateJournal>;

export const ReplaceJournal = Changeable.meta({ id: "ReplaceJournal" });

export const PhotosForm = z.object({ file: z.array(z.file()) }).meta({ id: "JournalPhotos" });
export const PhotoQuery = z.object({ photo_id: idText(NOT_AN_ID) });

const REPLY = "Reply content is required.";
export const ReplyContent = z
  .string(REPLY)
  .trim()
  .min(1, REPLY)
  .max(LIMITS.reply_chars, `Write at most ${LIMITS.reply_chars} characters.`);
export const CreateReply = z.object({ content: ReplyContent }).meta({ id: "CreateReply" });
export const UpdateReply = z.object({ reply_id: Id, content: ReplyContent }).meta({ id: "UpdateReply" });
export const HideJournal = z
  .object({
    hidden: z.boolean("Hide it, or not."),
    reply_id: Id.optional().meta({ description: "The reply that is meant; without it the entry" }),
  })
  .meta({ id: "HideJournal" });
export const ReplyQuery = z.object({ reply_id: idText(NOT_AN_ID) });
