import { createRoute, type RouteConfig } from "@hono/zod-openapi";
import { LIMITS, UPLOAD_EXTENSIONS } from "../contract.ts";
import { answers, emptyAnswer, jsonBody, SECURED } from "../http/openapi.ts";
import * as schema from "./schema.ts";

/** The calls on tracks, as the document tells them. */
const tags = ["Tracks"];
const params = schema.TrackParams;
const binary = (type: string, description: string) => ({
  200: { description, content: { [type]: { schema: { type: "string", format: "binary" } as const } } },
});

export const list = createRoute({
  method: "get",
  path: "/tracks",
  tags,
  summary: "Tracks, newest first, by pages",
  ...SECURED,
  request: { query: schema.ListQuery },
  responses: answers(200, schema.TrackPageSchema, "One page"),
});
export const dates = createRoute({
  method: "get",
  path: "/tracks/dates",
  tags,
  summary: "Days with tracks, newest first",
  ...SECURED,
  request: { query: schema.ModeQuery },
  responses: answers(200, schema.TrackDatesSchema, "Days in the tracks' own zones"),
});
export const oldest = createRoute({
  method: "get",
  path: "/tracks/oldest_date",
  tags,
  summary: "Day of the oldest track",
  ...SECURED,
  request: { query: schema.ModeQuery },
  responses: answers(200, schema.OldestDateSchema, "The day, or null without tracks"),
});
export const detail = createRoute({
  method: "get",
  path: "/tracks/{id}",
  tags,
  summary: "One track, with its points unless notrackpoints=true",
  ...SECURED,
  request: { params, query: schema.DetailQuery },
  responses: answers(200, schema.TrackSchema, "The track"),
});
export const update = createRoute({
  method: "patch",
  path: "/tracks/{id}",
  tags,
  summary: "Change visibility, boat class or wind hint",
  ...SECURED,
  description:
    "Another boat class has the recording analysed again: processing_status is 1 until that is done. Another wind hint too; " +
    "then it is 4, and the results so far stay to be read.",
  request: { params, body: jsonBody(schema.UpdateTrackBody) },
  responses: answers(200, schema.TrackSchema, "The track, changed"),
});
export const remove = createRoute({
  method: "delete",
  path: "/tracks/{id}",
  tags,
  summary: "Delete a track and its files",
  ...SECURED,
  request: { params },
  responses: emptyAnswer("Deleted"),
});
export const analysis = createRoute({
  method: "get",
  path: "/tracks/{id}/analysis",
  tags,
  summary: "The analysis, as the command line prints it",
  ...SECURED,
  request: { params },
  responses: answers(200, schema.AnalysisDocumentSchema, "The document"),
});
export const columns = createRoute({
  method: "get",
  path: "/tracks/{id}/columns",
  tags,
  summary: "Every column as an Arrow IPC stream",
  ...SECURED,
  request: { params },
  responses: binary("application/vnd.apache.arrow.stream", "One row a fix"),
});
export const corrections = createRoute({
  method: "get",
  path: "/tracks/{id}/corrections",
  tags,
  summary: "What people corrected, and what became of it",
  ...SECURED,
  request: { params },
  responses: answers(200, schema.CorrectionsSchema, "The corrections"),
});
export const correct = createRoute({
  method: "put",
  path: "/tracks/{id}/corrections",
  tags,
  summary: "Replace the corrections",
  ...SECURED,
  description:
    "The whole list, in the order it is to be applied: change_kind, delete, add, move, pin_wind. A segment is named by its kind and " +
    "times as it was shown. The recording is analysed again (processing_status 4), and the results so far stay to be read.",
  request: { params, body: jsonBody(schema.CorrectionsBody) },
  responses: answers(200, schema.CorrectionsSchema, "The corrections, kept"),
});
export const clearCorrections = createRoute({
  method: "delete",
  path: "/tracks/{id}/corrections",
  tags,
  summary: "Take all corrections back",
  ...SECURED,
  request: { params },
  responses: answers(200, schema.CorrectionsSchema, "No corrections: the track is to be as the engine finds it"),
});
export const map = createRoute({
  method: "get",
  path: "/tracks/{id}/map",
  tags,
  summary: "The track on the coast, a picture",
  ...SECURED,
  request: { params, query: schema.MapQuery },
  responses: binary("image/png", "The picture"),
});
export const source = createRoute({
  method: "get",
  path: "/download/track/source/{id}",
  tags,
  summary: "Address of the file as it was uploaded",
  ...SECURED,
  request: { params },
  responses: answers(200, schema.FileAddressSchema, "Where to fetch it"),
});

export const points = createRoute({
  method: "get",
  path: "/download/exportCSV/{id}",
  tags,
  summary: "Address of all points as CSV",
  ...SECURED,
  request: { params },
  responses: { ...answers(200, schema.FileAddressSchema, "Where to fetch it"), ...emptyAnswer("There are no points") },
});

/** Told only: the form is read as a stream, never by a validator that would hold it in memory. */
export const upload: RouteConfig = {
  method: "post",
  path: "/tracks",
  tags,
  summary: "Upload a recording",
  ...SECURED,
  description:
    `One file of at most ${LIMITS.upload_bytes / 1024 / 1024} MB, named ${UPLOAD_EXTENSIONS.join(", ")}; what it is, is told by ` +
    "its content. When this answers, the file is safe; processing_status tells when it has been analysed.",
  request: {
    body: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["file", "boat_name"],
            properties: {
              file: { type: "string", format: "binary" },
              boat_name: { type: "string" },
              permissions: { type: "string", enum: ["PUBLIC", "PRIVATE"], default: "PUBLIC" },
            },
          },
        },
      },
    },
  },
  responses: answers(201, schema.TrackSchema, "Accepted and kept"),
};
