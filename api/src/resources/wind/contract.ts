import { route } from "../../platform/http/route.ts";
import { LIMITS } from "../../platform/limits.ts";
import { Track } from "../tracks/schema.ts";
import { CreateWindReport, WindReport, WindReportList, WindReportParams } from "./report-schema.ts";
import {
  CreateWindFile,
  WindCurve,
  WindFile,
  WindFilePage,
  WindFileParams,
  WindFileQuery,
  WindTrack,
  WindUpload,
} from "./schema.ts";

/** Calls on wind files. Importable by the browser. */

const WIND = { tag: "Wind", access: "signed_in" } as const;
const PARAMS = { params: WindFileParams } as const;

const PATH =
  `Answers a request that stores one file of at most ${LIMITS.wind_file_bytes / 1024 / 1024} MB and must begin within ` +
  `${LIMITS.wind_upload_s / 60} minutes; POST /windfiles/ then takes over the file. At most ${LIMITS.wind_uploads_unclaimed} ` +
  "uploads of a user wait for that.";
const CREATE =
  "The file is stored durably before this answers; processing_status tells when it is read. The same content, or the " +
  "same request again, answers 200 with the wind file that exists.";
const ATTACH =
  "Replaces the track's wind file. The track is analysed again with the measured wind (processing_status 4); its former " +
  "results remain readable. Allowed to the owner of the wind file on tracks of their own, on those of athletes they " +
  "coach in a team, and to administrators.";
const DETACH =
  "The track is analysed again without the measured wind (processing_status 4). Allowed to those who may attach one, " +
  "and to the owner of the wind file. Nothing changes where another wind file is attached.";

export const WIND_FILE_ROUTES = {
  "GET /windfiles/path/": route({
    ...WIND,
    operationId: "findWindUpload",
    summary: "How to upload a wind file to the storage",
    description: PATH,
    rateLimit: { per: "user", max: LIMITS.wind_uploads_per_hour, window_s: 3600 },
    answers: { 200: WindUpload },
    errors: [409],
  }),
  "POST /windfiles/": route({
    ...WIND,
    operationId: "createWindFile",
    summary: "Take over an uploaded wind file",
    description: CREATE,
    body: CreateWindFile,
    answers: { 201: WindFile, 200: WindFile },
    errors: [409, 507],
  }),
  "GET /windfiles/": route({
    ...WIND,
    operationId: "listWindFiles",
    summary: "The viewer's wind files, newest first, by pages",
    query: WindFileQuery,
    answers: { 200: WindFilePage },
  }),
  "GET /windfiles/{id}/": route({
    ...WIND,
    ...PARAMS,
    operationId: "readWindFile",
    summary: "One wind file: the viewer's, or of a track the viewer may view",
    answers: { 200: WindFile },
  }),
  "GET /windfiles/{id}/curve/": route({
    ...WIND,
    ...PARAMS,
    operationId: "readWindCurve",
    computes: true,
    summary: "The wind of a whole wind file over time, thinned out",
    answers: { 200: WindCurve },
  }),
  "DELETE /windfiles/{id}/": route({
    ...WIND,
    ...PARAMS,
    operationId: "deleteWindFile",
    summary: "Delete a wind file with its reports",
    description: "Its tracks are analysed again without it (processing_status 4).",
    answers: { 204: null },
    errors: [403],
  }),
  "GET /windfiles/{id}/reports/": route({
    ...WIND,
    ...PARAMS,
    operationId: "listWindReports",
    summary: "The reports of a wind file, oldest first, without their curves",
    answers: { 200: WindReportList },
  }),
  "POST /windfiles/{id}/attach/": route({
    ...WIND,
    ...PARAMS,
    operationId: "attachWindFile",
    summary: "Use a wind file for a track",
    description: ATTACH,
    body: WindTrack,
    answers: { 200: Track },
    errors: [403, 409],
  }),
  "POST /windfiles/{id}/detach/": route({
    ...WIND,
    ...PARAMS,
    operationId: "detachWindFile",
    summary: "Use a wind file for a track no more",
    description: DETACH,
    body: WindTrack,
    answers: { 200: Track },
    errors: [403, 409],
  }),
} as const;

/** Calls on wind reports. Importable by the browser. */

const REPORT_PARAMS = { params: WindReportParams } as const;

const CREATE_REPORT =
  "Both times lie within the wind file. The answer has no metrics yet; read the report until it has.";

export const WIND_REPORT_ROUTES = {
  "POST /windreports/": route({
    ...WIND,
    operationId: "createWindReport",
    summary: "Report on a part of a wind file",
    description: CREATE_REPORT,
    body: CreateWindReport,
    answers: { 201: WindReport },
    errors: [403, 404, 409],
  }),
  "GET /windreports/{id}/": route({
    ...WIND,
    ...REPORT_PARAMS,
    operationId: "readWindReport",
    summary: "One wind report, with its curves",
    answers: { 200: WindReport },
  }),
  "DELETE /windreports/{id}/": route({
    ...WIND,
    ...REPORT_PARAMS,
    operationId: "deleteWindReport",
    summary: "Delete a wind report",
    answers: { 204: null },
    errors: [403],
  }),
} as const;
