import type { FileAnalysis, Maneuver, Options, Straight, Why } from "@leebow/core";
import { z } from "zod";
import { Id, Instant, ProcessingStatus } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";

/** Messages about tracks. Importable by the browser. Names are the specification's; unknown is null. */

export const Permission = z.enum(["PUBLIC", "PRIVATE"], { error: "Choose PUBLIC or PRIVATE." });
export type Permission = z.infer<typeof Permission>;

/** Which tracks a list is about: those of the viewer's teams, the viewer's own, or everybody's (administrators only). */
export const TrackMode = z.enum(["team", "mine", "all"], { error: "owner is one of team, mine, all." });
export type TrackMode = z.infer<typeof TrackMode>;

export const TrackMetric = z
  .strictObject({
    distance: z.number().meta({ description: "m" }),
    duration: z.number().meta({ description: "s, without what is left out" }),
    recorded: z.number().optional().meta({
      description: "s, of the whole recording: for its owner, where a part is left out; else absent",
    }),
    max_speed: z.number().nullable().meta({ description: "knots" }),
    tacks: z.int(),
    sets: z.int(),
    gybes: z.int(),
    douses: z.int(),
    straights: z.int(),
    turns: z.int().meta({ description: "Turns without a name, because the wind is not known" }),
    average_wind_direction: z.number().nullable().meta({ description: "degrees, estimated" }),
  })
  .meta({ id: "TrackMetric" });
export type TrackMetric = z.infer<typeof TrackMetric>;

export const TrackWindCandidate = z
  .strictObject({
    twd_deg: z.number().meta({ description: "From, degrees" }),
    probability: z.number().min(0).max(1),
  })
  .meta({ id: "TrackWindCandidate", description: "A wind that fits the track; the analysis has the reasons" });
export type TrackWindCandidate = z.infer<typeof TrackWindCandidate>;

export const TrackDamage = z
  .strictObject({
    kept: z.int().meta({ description: "Points read" }),
    expected: z.int().nullable().meta({ description: "Points the file was meant to hold; null when unknown" }),
    parts: z.int().meta({ description: "Lost parts" }),
    sentence: z.string().meta({ description: "The largest loss; where the file is cut off, if it is" }),
  })
  .meta({ id: "TrackDamage", description: "What was lost of a recording, in short; the analysis lists every part" });
export type TrackDamage = z.infer<typeof TrackDamage>;

export const TrackCan = z
  .strictObject({
    edit: z.boolean().meta({ description: "Boat class and wind hint" }),
    change_visibility: z.boolean(),
    correct: z.boolean().meta({ description: "Maneuvers and wind" }),
    download_source: z.boolean(),
    delete: z.boolean(),
  })
  .meta({ id: "TrackCan", description: "What the viewer may do with this track beside viewing it" });
export type TrackCan = z.infer<typeof TrackCan>;

export const TrackSameBoat = z
  .strictObject({
    track: Id.meta({ description: "The track that is used in sums, races and seasons in the place of this one" }),
    file_name: z.string(),
    apart_m: z.number().meta({ description: "How far the two are apart at most moments, m" }),
    answer: z.enum(["one", "two"]).nullable().meta({ description: "What its owner said: one boat or two; two counts" }),
  })
  .meta({ id: "TrackSameBoat", description: "That a track is of the same boat at the same time as another one" });
export type TrackSameBoat = z.infer<typeof TrackSameBoat>;

export const Track = z
  .strictObject({
    id: Id,
    user: Id.meta({ description: "Owner" }),
    full_name: z.string(),
    boat_name: z.string(),
    permissions: Permission,
    file_name: z.string(),
    start_time: Instant.nullable(),
    end_time: Instant.nullable(),
    tz: z.string().nullable().meta({ description: "IANA time zone of the first position" }),
    location: z.string().nullable(),
    static_map: z.string().nullable().meta({ description: "Signed address of a PNG" }),
    static_map_dark: z.string().nullable(),
    sample_rate: z.number().nullable().meta({ description: "Hz" }),
    garmin_id: z.string().nullable(),
    wind_file: Id.nullable(),
    twd_avg: z.number().nullable().meta({ description: "Mean of the measured wind direction, degrees" }),
    journal_count: z.int(),
    joined_files: z
      .int()
      .meta({ description: "Files that it was made of, of which it can be separated; 0 for one file" }),
    processing_status: ProcessingStatus,
    error: z.string().nullable().meta({
      description:
        "A sentence when processing_status is 2; when it is 3, why the results are those of before the last change",
    }),
    wind_error: z
      .string()
      .nullable()
      .meta({ description: "Why the results are without the attached wind file, a sentence" }),
    metric: TrackMetric.nullable(),
    damage: TrackDamage.nullable().meta({ description: "Null before the analysis, and when nothing notable was lost" }),
    wind_hint_deg: z
      .number()
      .nullable()
      .meta({ description: "The user's hint of the direction the wind blows from, degrees" }),
    wind_candidates: z
      .array(TrackWindCandidate)
      .meta({ description: "Most probable first; empty where the wind is known or nothing is known of it" }),
    same_boat: TrackSameBoat.nullable().meta({ description: "For its owner; null for a boat of its own" }),
    created: Instant,
    can: TrackCan,
  })
  .meta({ id: "Track" });
export type Track = z.infer<typeof Track>;

/** The answer to an upload. */
export const UploadedTrack = Track.extend({
  archive: z
    .strictObject({
      kind: z.enum(["zip", "days", "boats", "files"]).meta({
        description:
          "What the upload holds: a zip, days of one boat, boats that sailed at the same time, or several files",
      }),
      tracks: z
        .array(
          z.strictObject({
            id: Id,
            file_name: z.string(),
            is_new: z.boolean().meta({ description: "False for a recording that was uploaded before" }),
            files: z.array(z.string()).optional().meta({
              description:
                "The files of one session that it was made of, in order of time; absent for a track of one file",
            }),
          }),
        )
        .meta({ description: "In the order of the file, the answered one among them" }),
      remarks: z.array(z.string()).meta({
        description:
          "Sentences: which files of the zip could not be opened, which recordings its damage may be in, and in which no " +
          "sailing was found",
      }),
    })
    .meta({
      id: "UploadedArchive",
      description: "Of a file with several recordings, boats or days, or with something that was not kept; else absent",
    })
    .optional(),
}).meta({ id: "UploadedTrack" });
export type UploadedTrack = z.infer<typeof UploadedTrack>;

/** The tracks that a track was separated into. */
export const SeparatedTracks = z
  .strictObject({ tracks: z.array(Track).meta({ description: "In order of time" }) })
  .meta({ id: "SeparatedTracks" });
export type SeparatedTracks = z.infer<typeof SeparatedTracks>;

export const TrackPage = z
  .strictObject({
    results: z.array(Track),
    next: z.string().nullable().meta({ description: "Cursor of the next page" }),
    previous: z.string().nullable(),
  })
  .meta({ id: "TrackPage" });
export type TrackPage = z.infer<typeof TrackPage>;

export const TrackDates = z
  .strictObject({ dates: z.array(z.string()) })
  .meta({ id: "TrackDates", description: "Days in the tracks' own time zones, newest first" });
export type TrackDates = z.infer<typeof TrackDates>;

export const OldestTrackDate = z.strictObject({ date: z.string().nullable() }).meta({ id: "OldestTrackDate" });
export type OldestTrackDate = z.infer<typeof OldestTrackDate>;

/** An analysis whose maneuvers and straights have the ids that outlive it (table `segments`). */
export type IdentifiedReport = Omit<FileAnalysis, "maneuvers" | "straights"> & {
  maneuvers: (Maneuver & { id: number })[];
  straights: (Straight & { id: number })[];
};

/** GET /tracks/{id}/analysis/: the document of `leebow analyze --format json`, typed by the engine. */
export const AnalysisDocument = z
  .strictObject({
    engine: z.string(),
    parameters: z.custom<Partial<Options>>(isObject).meta({ type: "object" }),
    files: z.array(
      z.custom<IdentifiedReport>(isObject).meta({
        id: "FileAnalysis",
        type: "object",
        description:
          "As in cli/schema/analysis.schema.json; maneuvers and straights have an id that outlives re-analysis",
      }),
    ),
    failed: z.array(z.strictObject({ name: z.string(), kind: z.string(), message: z.string() })),
  })
  .meta({ id: "AnalysisDocument" });

export const KnownFiles = z
  .strictObject({ known: z.array(z.strictObject({ sha256: z.string(), track_id: Id })) })
  .meta({
    id: "KnownFiles",
    description: "The tracks of files that were uploaded before; an upload would answer them",
  });
export type KnownFiles = z.infer<typeof KnownFiles>;

/** GET /tracks/{id}/why/, typed by the engine. */
export const Explanation = z.custom<Why>(isObject).meta({
  id: "Explanation",
  type: "object",
  description: "As `leebow why` explains it: sentences, and each test of a turn with its value and limit",
});

export const FileAddress = z
  .strictObject({
    url: z.string().meta({ description: `Signed; valid for ${LIMITS.download_address_s / 60} minutes` }),
  })
  .meta({ id: "FileAddress" });
export type FileAddress = z.infer<typeof FileAddress>;

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** GET /tracks/{id}/ with its points: messages for programs of others. Importable by the browser. */

export const Trackpoint = z
  .strictObject({
    id: z.int(),
    lat: z.number(),
    lon: z.number(),
    time: Instant,
    metrics: z.record(z.string(), z.number()).meta({
      description: "By channel id; speeds in knots, angles in degrees; missing values are left out",
    }),
  })
  .meta({ id: "Trackpoint" });

export const DEFAULT_TAG_COLOR = "green";

/** A name of CSS or #rrggbb: it is used in styles. */
const TagColor = z
  .string("Choose a colour.")
  .trim()
  .toLowerCase()
  .regex(/^([a-z]{3,20}|#[0-9a-f]{6})$/, "Write a colour by its name or as #rrggbb.");

const TagValue = z
  .string("Write a tag.")
  .trim()
  .min(1, "Write a tag.")
  .max(LIMITS.tag_chars, `A tag has ${LIMITS.tag_chars} characters at most.`);

export const UserTag = z
  .strictObject({
    id: Id,
    value: z.string(),
    color: z.string().meta({ description: "A name of CSS or #rrggbb" }),
    visible: z.boolean().meta({ description: "False for a hidden one, which segments keep" }),
  })
  .meta({ id: "UserTag" });
export type UserTag = z.infer<typeof UserTag>;

export const UserTags = z
  .strictObject({ tags: z.array(UserTag).meta({ description: "By value; hidden ones among them" }) })
  .meta({ id: "UserTags" });

export const UserTagAnswer = z.strictObject({ tag: UserTag }).meta({ id: "UserTagAnswer" });

export const CreateUserTag = z
  .object({ value: TagValue, color: TagColor.default(DEFAULT_TAG_COLOR) })
  .meta({ id: "CreateUserTag" });

/** Two values with the same key are one tag: case and compatible forms of a character make no difference. */
export function tagKey(value: string): string {
  return value.normalize("NFKC").toLowerCase();
}

const LABELS = ["T", "G", "B", "D", "A", "S", "C", "F", "H", "X", "U"] as const;
export const SegmentLabel = z.enum(LABELS, { error: `Choose one of ${LABELS.join(", ")}.` }).meta({
  description:
    "T tack, G gybe, B bear away, D douse, A acceleration, S straight, C penalty turn, F fall, H stop, X failed tack, U turn without a name",
});
export type SegmentLabel = z.infer<typeof SegmentLabel>;

export const TrackSegment = z
  .strictObject({
    id: z.int(),
    seg_name: z.string(),
    tag: SegmentLabel.meta({ description: "The letter of its kind, as in /tags/ and in the query of the reports" }),
    label: SegmentLabel,
    color: z.string().meta({ description: "Of its kind, #rrggbb" }),
    start: z.int().meta({ description: "First trackpoint" }),
    finish: z.int().meta({ description: "Trackpoint after the last" }),
    start_time: Instant,
    end_time: Instant,
    user_tags: z.array(UserTag).meta({ description: "The caller's own, by value" }),
  })
  .meta({ id: "TrackSegment" });
export type TrackSegment = z.infer<typeof TrackSegment>;

const optional = (description: string) => z.number().nullable().meta({ description });

export const SegmentMetric = z
  .strictObject({
    label: SegmentLabel,
    segment_name: z.string(),
    time: Instant,
    start_time: Instant,
    end_time: Instant,
    duration: z.string().meta({ description: "H:MM:SS" }),
    loss_og: optional("m"),
    loss_80: optional("m"),
    loss_at_least: optional("m, where 80 % of the speed was not regained"),
    loss_basis: z.enum(["vmg", "speed"]).nullable().meta({ description: "Along the wind, or by distance and speed" }),
    entry_speed: optional("m/s"),
    exit_speed: optional("m/s"),
    min_speed: optional("m/s"),
    max_speed: optional("m/s"),
    min_turn_rate: optional("degrees per second"),
    max_turn_rate: optional("degrees per second"),
    avg_turn_rate: optional("degrees per second"),
    maneuver_angle: optional("degrees"),
    preview: z.array(z.strictObject({ dt_s: z.number(), x_m: z.number(), y_m: z.number(), sog_kn: z.number() })),
  })
  .meta({ id: "SegmentMetric", description: "One maneuver or straight, in the units of the specification" });
export type SegmentMetric = z.infer<typeof SegmentMetric>;

export const TrackDetail = Track.extend({
  trackpoints: z.array(Trackpoint),
  segments: z.array(TrackSegment),
  metrics: z.array(SegmentMetric),
}).meta({ id: "TrackDetail" });
export type TrackDetail = z.infer<typeof TrackDetail>;
