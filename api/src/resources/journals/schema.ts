/** Messages of the journals. Importable by the browser. Names are the specification's; unknown is null. */
import { z } from "zod";
import { Id, Instant } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";

/** Tags that the screens offer; any other text is accepted as well. */
export const JOURNAL_TAGS = ["Local Knowledge", "Speed/Tuning", "Boat Handling"] as const;
export const STAR_TAGS = ["speed", "boathandling", "tactics", "localknowledge"] as const;

export const JournalType = z.enum(["kite", "star", "straight"], { error: "jType is kite, star or straight." });

export const JournalAuthor = z
  .strictObject({
    id: Id,
    first_name: z.string(),
    last_name: z.string(),
    profile_img: z.string().nullable().meta({ description: "Signed address" }),
  })
  .meta({ id: "JournalAuthor" });

const HIDDEN =
  "Hidden from others by the owner of the track, or the coach of the race, that the entry is about; its author sees it";

export const JournalReply = z
  .strictObject({
    id: Id,
    journal: Id,
    content: z.string(),
    author: JournalAuthor,
    created: Instant,
    modified: Instant,
    hidden: z.boolean().meta({ description: HIDDEN }),
    can: z.strictObject({ edit: z.boolean(), delete: z.boolean(), hide: z.boolean() }),
  })
  .meta({ id: "JournalReply" });
export type JournalReply = z.infer<typeof JournalReply>;

export const CompetitorResult = z
  .strictObject({
    user: Id.nullable(),
    name: z.string().nullable().meta({ description: "Free text; null for a user" }),
    user_name: z.string().meta({ description: "The name to show" }),
    finish_position: z.int(),
  })
  .meta({ id: "CompetitorResult" });

const Day = z.string().meta({ format: "date", description: "YYYY-MM-DD" });

export const RegattaReport = z
  .strictObject({
    name: z.string().nullable(),
    start_date: Day,
    end_date: Day,
    number_competitors: z.int().nullable(),
    finish_position: z.int().nullable(),
    tracks: z.array(Id).meta({ description: "Those the viewer may view" }),
    competitor_results: z.array(CompetitorResult),
  })
  .meta({ id: "RegattaReport" });
export type RegattaReport = z.infer<typeof RegattaReport>;

export const JournalSubject = z
  .strictObject({
    name: z.string().meta({ description: "Of a track its sailor's, of a race its own; may be empty" }),
    boat_name: z.string().nullable().meta({ description: "Boat class of a track; null for a race" }),
    start_time: Instant.nullable(),
    end_time: Instant.nullable().meta({ description: "Null for a race" }),
    tz: z.string().nullable(),
    location: z.string().nullable(),
    static_map: z.string().nullable().meta({ description: "Signed address" }),
    static_map_dark: z.string().nullable(),
  })
  .meta({ id: "JournalSubject" });
export type JournalSubject = z.infer<typeof JournalSubject>;

export const Journal = z
  .strictObject({
    id: Id,
    track: Id.nullable(),
    race: Id.nullable(),
    subject: JournalSubject.nullable().meta({
      description: "The track or race; null without one, and where the reader may not view it any more",
    }),
    jType: JournalType.nullable(),
    content: z.string(),
    tags: z.array(z.strictObject({ id: Id, value: z.string() })),
    photos: z.array(z.strictObject({ id: Id, file: z.string().meta({ description: "Signed address of a WebP" }) })),
    author: JournalAuthor,
    created: Instant,
    modified: Instant,
    replies: z.array(JournalReply).meta({
      description: `Oldest first; in lists the last ${LIMITS.journal_replies_listed}`,
    }),
    reply_count: z.int().meta({ description: "Of all replies that the viewer sees" }),
    hidden: z.boolean().meta({ description: HIDDEN }),
    straight_analysis_id: Id.nullable(),
    straight_analysis_name: z.string().nullable(),
    straight_analysis_segments: z
      .array(z.strictObject({ id: Id, name: z.string(), start_time: Instant, end_time: Instant }))
      .meta({ description: "By time; a segment that a later analysis no longer finds keeps its last name and times" }),
    regatta_report: RegattaReport.nullable(),
    kite_brand: z.string().nullable(),
    kite_model: z.string().nullable(),
    kite_size: z.string().nullable(),
    foil_brand: z.string().nullable(),
    foil_model: z.string().nullable(),
    foil_wing: z.string().nullable(),
    feel: z.int().meta({ description: "1 (bad) to 5 (great); -1 when unset" }),
    s_point: Instant.nullable().meta({ description: "Start of the section of a gold star" }),
    e_point: Instant.nullable(),
    static_map: z.string().nullable().meta({ description: "Signed address of the track's picture" }),
    can: z
      .strictObject({ edit: z.boolean(), delete: z.boolean(), reply: z.boolean(), hide: z.boolean() })
      .meta({ description: "What the viewer may do with this entry beside reading it" }),
  })
  .meta({ id: "Journal" });
export type Journal = z.infer<typeof Journal>;

export const JournalPage = z
  .strictObject({
    results: z.array(Journal),
    next: z.string().nullable().meta({ description: "Cursor of the next page" }),
    previous: z.string().nullable(),
  })
  .meta({ id: "JournalPage" });
export type JournalPage = z.infer<typeof JournalPage>;
