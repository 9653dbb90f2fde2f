/** Parameters, queries and bodies of the calls on tracks. Importable by the browser. */
import { z } from "zod";
import { isTimeZone } from "../../platform/geo/zoned-time.ts";
import { boatClassText, DateText, idText } from "../../platform/http/schemas.ts";
import { LIMITS, UPLOAD_EXTENSIONS } from "../../platform/limits.ts";
import { Permission, TrackMode } from "./schema.ts";

export const TrackParams = z.object({ id: idText() });

export const ModeQuery = z.object({ owner: TrackMode.optional() });

/** Dates include both ends. They are days in the zone of each track, as in dates, file names and reports. */
export const ListQuery = z
  .object({
    cursor: z.string().max(200),
    owner: TrackMode,
    search: z.string().trim().max(LIMITS.search_chars, "Search for fewer words."),
    start_date: DateText,
    end_date: DateText,
    tz: z.string().refine(isTimeZone, "This time zone is not known.").meta({
      description: "Without effect: dates are days in the tracks' own time zones",
    }),
    filter_users: z.array(idText()).max(LIMITS.filter_users, `Choose ${LIMITS.filter_users} people at most.`),
    day: DateText.meta({ description: "In the tracks' own time zones" }),
  })
  .partial();

export const DetailQuery = z.object({ notrackpoints: z.enum(["true", "false"]).optional() });
export const MapQuery = z.object({ theme: z.enum(["light", "dark"]).default("light") });
export const WhyQuery = z.object({
  time: z.iso.datetime({ offset: true, error: "Write times as 2026-07-30T12:34:56Z." }),
});

const WIND_HINT = "Write where the wind comes from in degrees, 0 to 359.";

export const UpdateTrack = z
  .object({
    permissions: Permission,
    boat_name: boatClassText("Boat Class required"),
    wind_hint_deg: z.number(WIND_HINT).min(0, WIND_HINT).lt(360, WIND_HINT).nullable().meta({
      description: "Direction the wind blows from, degrees; null removes the hint",
    }),
  })
  .partial()
  .extend({
    same_boat: z.enum(["one", "two"], { error: "Choose one or two." }).nullable().optional().meta({
      description:
        "Of a second recording of a boat: it is one boat, or they are two boats, which both count; null: not said",
    }),
  })
  .meta({ id: "UpdateTrack" });

export const JoinTracks = z
  .object({
    track_ids: z
      .array(z.int().positive())
      .min(1, "Choose the tracks that are put together with this one.")
      .max(LIMITS.joined_tracks, `Choose ${LIMITS.joined_tracks} tracks at most.`),
  })
  .meta({ id: "JoinTracks" });

export const KnownFilesQuery = z
  .object({
    files: z
      .array(
        z.object({
          sha256: z.string().regex(/^[0-9a-f]{64}$/, "Write the SHA-256 as 64 digits from 0 to f."),
          bytes: z.int().min(0).max(LIMITS.upload_bytes),
        }),
      )
      .max(LIMITS.known_files, `Ask for ${LIMITS.known_files} files at most.`),
  })
  .meta({ id: "KnownFilesQuery" });
export type KnownFilesQuery = z.output<typeof KnownFilesQuery>;

/** Fields of an upload beside its file. */
export const UploadFields = z.object({
  boat_name: boatClassText("Boat Class required"),
  permissions: z
    .union([Permission, z.literal("").transform(() => "PUBLIC" as const)], { error: "Choose PUBLIC or PRIVATE." })
    .default("PUBLIC")
    .meta({ description: "Absent or empty: PUBLIC, which everybody with an account sees" }),
  is_sailing: z
    .enum(["true", "false"], { error: "Write true or false." })
    .default("false")
    .meta({ description: "true: a recording in which no sailing is found is taken in as a whole, and not refused" }),
});
export type UploadFields = z.infer<typeof UploadFields>;

/** The file name of an upload. */
export const UploadName = z.string("Track File required").refine((name) => hasUploadExtension(name), {
  error: ({ input }) => unknownExtension(String(input)),
});

export const UploadForm = UploadFields.extend({ file: z.file() }).meta({ id: "UploadTrack" });

const extensionOf = (name: string) => /[^/\\](\.[^./\\]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";

const hasUploadExtension = (name: string) => (UPLOAD_EXTENSIONS as readonly string[]).includes(extensionOf(name));

/** The ending of a file name in lower case, if an upload may have it; else "". */
export const uploadEnding = (name: string) => (hasUploadExtension(name) ? extensionOf(name) : "");

function unknownExtension(name: string): string {
  const extension = extensionOf(name);
  const kind = extension ? `a ${extension} file` : "a file without an ending";
  return `This is ${kind}. Leebow reads .fit, .gpx and .csv: export the session as one of them and upload that.`;
}
