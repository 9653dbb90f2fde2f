/** Messages about wind files. Importable by the browser. Names are the specification's; unknown is null. */
import { withoutControls } from "@leebow/core";
import { z } from "zod";
import { Id, Instant, idText } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";

/** A report as the card of its wind file lists it. */
export const WindReportEntry = z
  .strictObject({ id: Id, name: z.string(), start_time: Instant, end_time: Instant })
  .meta({ id: "WindReportEntry" });
export type WindReportEntry = z.infer<typeof WindReportEntry>;

export const WindFileCan = z
  .strictObject({
    change: z.boolean().meta({ description: "Attach it, create reports on it, delete it" }),
  })
  .meta({ id: "WindFileCan", description: "What the viewer may do with this wind file beside viewing it" });
export type WindFileCan = z.infer<typeof WindFileCan>;

export const WindFile = z
  .strictObject({
    id: Id,
    user: Id.meta({ description: "Owner" }),
    original_name: z.string(),
    start_time: Instant.nullable().meta({ description: "First measurement of the wind" }),
    end_time: Instant.nullable().meta({ description: "Last measurement of the wind" }),
    undated: z.boolean().meta({ description: "Its times are times of day, as those of 1970-01-01 UTC" }),
    has_direction: z.boolean().meta({ description: "False for a log of wind speeds alone, which has no reports" }),
    time: Instant.meta({ description: "Upload" }),
    points: z.int().nullable().meta({ description: "Measurements of the wind" }),
    bytes: z.int().meta({ description: "Size of the file as it was uploaded" }),
    tz: z
      .string()
      .nullable()
      .meta({ description: "IANA time zone of the positions; null for a log without positions" }),
    location: z.string().nullable().meta({ description: "Town and country" }),
    static_map: z
      .string()
      .nullable()
      .meta({ description: "Signed address of a PNG; null for a log without positions" }),
    static_map_dark: z.string().nullable(),
    processing_status: z.literal([1, 2, 3]).meta({ description: "1 being read, 2 error, 3 done" }),
    error: z.string().nullable().meta({ description: "A sentence when processing_status is 2" }),
    wind_reports: z.array(WindReportEntry).meta({ description: "Oldest first" }),
    can: WindFileCan,
  })
  .meta({ id: "WindFile" });
export type WindFile = z.infer<typeof WindFile>;

export const WindFilePage = z
  .strictObject({
    results: z.array(WindFile),
    next: z.string().nullable().meta({ description: "Cursor of the next page" }),
    previous: z.string().nullable(),
  })
  .meta({ id: "WindFilePage" });
export type WindFilePage = z.infer<typeof WindFilePage>;

export const WindCurve = z
  .strictObject({
    points: z
      .array(z.strictObject({ time: Instant, tws: z.number().nullable(), twd: z.number() }))
      .meta({ description: `Means over equal parts of the time, at most ${LIMITS.wind_curve_points}; knots, degrees` }),
  })
  .meta({
    id: "WindCurve",
    description: "The wind of a whole file, for choosing a part of it; empty until it is read",
  });
export type WindCurve = z.infer<typeof WindCurve>;

export const WindUpload = z
  .strictObject({
    file_path: z.string().meta({ description: "Names the upload in POST /windfiles/" }),
    method: z.enum(["PUT", "POST"]),
    url: z.string().meta({ description: "Where to send the file, without the bearer token" }),
    headers: z.record(z.string(), z.string()),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "With POST: fields of the multipart form, before its field `file`" }),
    max_bytes: z.int(),
    expires_at: Instant.meta({ description: "The upload must begin before" }),
  })
  .meta({ id: "WindUpload", description: "How to upload one wind file to the storage" });
export type WindUpload = z.infer<typeof WindUpload>;

export const WindFileParams = z.object({ id: idText() });
export const WindFileQuery = z.object({ cursor: z.string().max(200).optional() });

const REQUIRED = "Track File required";

/** The name of a wind file: .txt only. */
export const WindFileName = z
  .string(REQUIRED)
  .overwrite(withoutControls)
  .trim()
  .min(1, REQUIRED)
  .max(LIMITS.file_name_chars, "This file name is too long.")
  .refine((name) => /[^/\\]\.txt$/i.test(name), "Only .txt files with NMEA sentences are wind files. Rename the log.");

export const CreateWindFile = z
  .object({
    file_path: z.string(REQUIRED).min(1, REQUIRED).max(200, "This upload is not known. Upload the file again."),
    orig_file_name: WindFileName,
  })
  .meta({ id: "CreateWindFile" });

export const WindTrack = z
  .object({
    track_id: Id.meta({ description: "The track the wind is for" }),
  })
  .meta({ id: "WindTrack" });
