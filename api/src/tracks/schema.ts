import { z } from "@hono/zod-openapi";
import {
  BOAT_CLASSES_EDIT,
  type FileAddress,
  LIMITS,
  type OldestTrackDate,
  type Page,
  type Track,
  type TrackCorrections,
  type TrackDates,
} from "../contract.ts";
import { isTimeZone } from "./zoned-time.ts";

export const TrackSchema = z
  .object({
    id: z.number().int(),
    user: z.number().int().openapi({ description: "The owner's id" }),
    full_name: z.string(),
    boat_name: z.string(),
    permissions: z.enum(["PUBLIC", "PRIVATE"]),
    file_name: z.string(),
    start_time: z.string().nullable(),
    end_time: z.string().nullable(),
    tz: z.string().nullable().openapi({ description: "IANA zone of the place" }),
    location: z.string().nullable(),
    static_map: z.string().nullable().openapi({ description: "Signed address of a PNG" }),
    static_map_dark: z.string().nullable(),
    sample_rate: z.number().nullable().openapi({ description: "Hz" }),
    garmin_id: z.string().nullable(),
    wind_file: z.number().int().nullable(),
    twd_avg: z.number().nullable().openapi({ description: "Measured mean wind direction, degrees" }),
    journal_count: z.number().int(),
    processing_status: z
      .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
      .openapi({ type: "integer", description: "1 processing, 2 error, 3 done, 4 wind being updated" }),
    error: z.string().nullable(),
    metric: z
      .object({
        distance: z.number().openapi({ description: "metres" }),
        duration: z.number().openapi({ description: "seconds" }),
        max_speed: z.number().nullable().openapi({ description: "knots" }),
        tacks: z.number().int(),
        sets: z.number().int(),
        gybes: z.number().int(),
        douses: z.number().int(),
        straights: z.number().int(),
        average_wind_direction: z.number().nullable().openapi({ description: "degrees, estimated" }),
      })
      .nullable(),
    damage: z
      .object({
        kept: z.number().int().openapi({ description: "Points kept" }),
        expected: z
          .number()
          .int()
          .nullable()
          .openapi({ description: "Points the file set out to hold; null when nobody knows" }),
        parts: z.number().int().openapi({ description: "Lost parts" }),
        sentence: z.string().openapi({ description: "The gravest loss" }),
      })
      .nullable()
      .openapi({ description: "Null while it is not analysed, and when nothing to speak of was lost" }),
    wind_hint_deg: z
      .number()
      .nullable()
      .openapi({ description: "Where the user says the wind comes from; weighed against the track" }),
    created: z.string(),
  })
  .openapi("Track") satisfies z.ZodType<Track>;

export const TrackPageSchema = z
  .object({
    results: z.array(TrackSchema),
    next: z.string().nullable().openapi({ description: "Cursor of the next page" }),
    previous: z.string().nullable(),
  })
  .openapi("TrackPage") satisfies z.ZodType<Page<Track>>;

export const TrackDatesSchema = z
  .object({ dates: z.array(z.string()) })
  .openapi("TrackDates") satisfies z.ZodType<TrackDates>;
export const OldestDateSchema = z
  .object({ date: z.string().nullable() })
  .openapi("OldestTrackDate") satisfies z.ZodType<OldestTrackDate>;

export const TrackParams = z.object({
  id: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1),
});

const date = z.iso.date("Write dates as YYYY-MM-DD.");
const mode = z.enum(["team", "mine", "all"], { error: "owner is one of team, mine, all." }).optional();

export const ModeQuery = z.object({ owner: mode });

export const ListQuery = z
  .object({
    cursor: z.string().max(200),
    owner: mode,
    search: z.string().trim().max(LIMITS.search_chars, "Search for fewer words."),
    start_date: date,
    end_date: date,
    tz: z.string().refine(isTimeZone, "This time zone is not known."),
    filter_users: z.union([z.coerce.number().int(), z.array(z.coerce.number().int()).max(100)]),
    day: date,
  })
  .partial();

export const DetailQuery = z.object({ notrackpoints: z.enum(["true", "false"]).optional() });

export const MapQuery = z.object({ theme: z.enum(["light", "dark"]).default("light") });

export const UpdateTrackBody = z
  .object({
    permissions: z.enum(["PUBLIC", "PRIVATE"], { error: "Choose PUBLIC or PRIVATE." }),
    boat_name: z.enum(BOAT_CLASSES_EDIT, { error: "Boat Class required" }),
    wind_hint_deg: z
      .number("Write where the wind comes from in degrees, 0 to 359.")
      .min(0, "Write where the wind comes from in degrees, 0 to 359.")
      .lt(360, "Write where the wind comes from in degrees, 0 to 359.")
      .nullable()
      .openapi({ description: "Where the wind comes from, degrees; null takes the hint away" }),
  })
  .partial()
  .openapi("UpdateTrack");

/** The engine's document; its fields are described where the engine's types are. */
export const AnalysisDocumentSchema = z
  .object({
    engine: z.string(),
    parameters: z.record(z.string(), z.unknown()),
    files: z.array(z.record(z.string(), z.unknown())),
    failed: z.array(z.object({ name: z.string(), kind: z.string(), message: z.string() })),
  })
  .openapi("AnalysisDocument");

export const FileAddressSchema = z
  .object({ url: z.string().openapi({ description: "Signed, good for a day or two" }) })
  .openapi("FileAddress") satisfies z.ZodType<FileAddress>;

const time = z.string().openapi({ description: "ISO 8601 UTC, as the segment has it" });
const kinds = [
  "straight",
  "tack",
  "gybe",
  "bear_away",
  "douse",
  "acceleration",
  "penalty",
  "fall",
  "stop",
  "failed_tack",
] as const;

/** Which fields belong to which action, the engine says. */
const CorrectionSchema = z
  .object({
    action: z.enum(["change_kind", "delete", "add", "move", "pin_wind"]),
    kind: z.enum(kinds).optional(),
    start_time: time.optional(),
    end_time: time.optional(),
    to_kind: z.enum(kinds).optional(),
    new_start_time: time.optional(),
    new_end_time: time.optional(),
    twd_deg: z.number().optional(),
  })
  .strict()
  .openapi("Correction");

export const CorrectionsBody = z
  .object({
    corrections: z
      .array(CorrectionSchema)
      .max(LIMITS.corrections, `${LIMITS.corrections} corrections are the most of one track.`),
  })
  .openapi("ReplaceCorrections");

export const CorrectionsSchema = z
  .object({
    corrections: z.array(CorrectionSchema),
    outcomes: z
      .array(z.object({ applied: z.boolean(), reason: z.string().nullable() }))
      .nullable()
      .openapi({ description: "What became of each; null while the track is analysed, and without corrections" }),
  })
  .openapi("TrackCorrections") satisfies z.ZodType<TrackCorrections>;
