/** Calls on tracks. Importable by the browser. */
import { z } from "zod";
import { file, route, streamed } from "../../platform/http/route.ts";
import { LIMITS, UPLOAD_EXTENSIONS } from "../../platform/limits.ts";
import { EarlierLogs, ReplaceCorrections, TrackCorrections } from "./corrections-schema.ts";
import {
  DetailQuery,
  JoinTracks,
  KnownFilesQuery,
  ListQuery,
  MapQuery,
  ModeQuery,
  TrackParams,
  UpdateTrack,
  UploadForm,
  WhyQuery,
} from "./request-schema.ts";
import {
  AnalysisDocument,
  Explanation,
  FileAddress,
  KnownFiles,
  OldestTrackDate,
  SeparatedTracks,
  Track,
  TrackDates,
  TrackDetail,
  TrackPage,
  UploadedTrack,
} from "./schema.ts";

const TRACKS = { tag: "Tracks", access: "signed_in" } as const;
const PARAMS = { params: TrackParams } as const;

const UPLOAD =
  `One file, or up to ${LIMITS.uploaded_files} of one session, each of at most ${LIMITS.upload_bytes / 1024 / 1024} MB, named ${UPLOAD_EXTENSIONS.join(", ")}; the format is ` +
  "recognised by content. The file is stored durably before this answers; processing_status tells when it is analysed. " +
  "Of a zip with several recordings each becomes a track with the class and visibility of the upload, named after its file " +
  "in the zip: the answer is the first new one, or the first, and lists all of them as `archive`. All of them are stored, " +
  "or none. So has another file that holds several boats or days. Files of one session, as a logger " +
  "writes one an hour, become one track, which lists them as `files`. A recording in which no sailing is found, as of a ride or a " +
  "drive, is not kept (409, no_sailing), unless is_sailing says that it is; of several recordings a remark names it. 200: everything in the file was uploaded before.";
const UPDATE =
  "Another boat class has the recording analysed again: processing_status is 1 until then. So has another wind hint; " +
  "processing_status is then 4, and the former results remain readable.";
const JOIN =
  "The recordings of these tracks become one, in order of time, and all that was written to any of them is of this track " +
  "from then on: corrections, entries, stars, tags, analyses of straights, races. It is analysed again; the others are " +
  "deleted, and their files stay until DELETE makes tracks of them again. It is private where one of them was, and has the " +
  "wind file and hint of the first that has one. 409, " +
  "not_one_track: two are of the same time, their clocks are set differently, or one cannot be read.";
const SEPARATE =
  "Makes a track again of each file that it was made of, by a join or as files of one session. What was written to it goes to " +
  "the track of its time, or to the one it was written to before; the rest stays with this one. All are analysed. 409, " +
  "one_file: it was made of one file.";
const CORRECT =
  "The whole list, in the order it is applied. A segment is named by its kind and times as shown. The recording is " +
  "analysed again (processing_status 4), and the former results remain readable.";

const CALIBRATE_EARLIER =
  "Sets the correction calibrate of these logs, or removes it; their other corrections stay, and those that change are " +
  "analysed again. What is no earlier log of the boat is passed over. What was answered before takes it back.";

const EXPLAIN =
  "Reads and analyses the recording again with the track's parameters, which takes as long as its analysis did. 404 with " +
  "the reason when the recording cannot be read.";

export const TRACK_ROUTES = {
  "GET /tracks/": route({
    ...TRACKS,
    operationId: "listTracks",
    summary: "Tracks, newest first, by pages",
    query: ListQuery,
    answers: { 200: TrackPage },
    errors: [403],
  }),
  "GET /tracks/dates/": route({
    ...TRACKS,
    operationId: "listTrackDates",
    summary: "Days with tracks, newest first",
    query: ModeQuery,
    answers: { 200: TrackDates },
    errors: [403],
  }),
  "GET /tracks/oldest_date/": route({
    ...TRACKS,
    operationId: "findOldestTrackDate",
    summary: "Day of the oldest track, null without tracks",
    query: ModeQuery,
    answers: { 200: OldestTrackDate },
    errors: [403],
  }),
  "POST /tracks/": route({
    ...TRACKS,
    operationId: "uploadTrack",
    summary: "Upload a recording",
    description: UPLOAD,
    form: UploadForm,
    answers: { 200: UploadedTrack, 201: UploadedTrack },
    errors: [409, 507],
  }),
  "POST /tracks/known/": route({
    ...TRACKS,
    operationId: "findKnownFiles",
    summary: "Which of these files the caller has uploaded before",
    body: KnownFilesQuery,
    answers: { 200: KnownFiles },
  }),
  "GET /tracks/{id}/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "readTrack",
    summary: "One track, with its points and segments unless notrackpoints=true",
    query: DetailQuery,
    answers: { 200: streamed(z.union([TrackDetail, Track])) },
    errors: [409],
  }),
  "PATCH /tracks/{id}/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "updateTrack",
    summary: "Change visibility, boat class or wind hint",
    description: UPDATE,
    body: UpdateTrack,
    answers: { 200: Track },
    errors: [403, 409],
  }),
  "DELETE /tracks/{id}/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "deleteTrack",
    summary: "Delete a track and its files",
    answers: { 204: null },
    errors: [403, 409],
  }),
  "POST /tracks/{id}/join/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "joinTracks",
    summary: "Put other tracks together with this one",
    description: JOIN,
    computes: true,
    body: JoinTracks,
    answers: { 200: Track },
    errors: [403, 409],
  }),
  "DELETE /tracks/{id}/join/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "separateTrack",
    summary: "Separate a track into those of its files",
    description: SEPARATE,
    computes: true,
    answers: { 200: SeparatedTracks },
    errors: [403, 409],
  }),
  "GET /tracks/{id}/analysis/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "readAnalysis",
    summary: "The analysis, as the command line prints it",
    answers: { 200: streamed(AnalysisDocument) },
    errors: [409],
  }),
  "GET /tracks/{id}/columns/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "readColumns",
    summary: "Every column as an Arrow IPC stream, one row a fix",
    description:
      "`time` (UTC), `lat_deg`, `lon_deg`, the channels in the units that the metadata says under `leebow:units`, " +
      "`fix_flags`; unknown is null.",
    answers: { 200: file("application/vnd.apache.arrow.stream") },
    errors: [409],
  }),
  "GET /tracks/{id}/map/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "readMap",
    summary: "Picture of the track on the coast",
    query: MapQuery,
    answers: { 200: file("image/png") },
    errors: [409],
  }),
  "GET /tracks/{id}/corrections/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "readCorrections",
    summary: "Corrections made by hand, and the outcome of each",
    answers: { 200: TrackCorrections },
    errors: [409],
  }),
  "PUT /tracks/{id}/corrections/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "replaceCorrections",
    body_bytes: LIMITS.json_bytes,
    summary: "Replace the corrections",
    description: CORRECT,
    body: ReplaceCorrections,
    if_match: true,
    answers: { 200: TrackCorrections },
    errors: [403, 409],
  }),
  "DELETE /tracks/{id}/corrections/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "clearCorrections",
    summary: "Remove all corrections",
    if_match: true,
    answers: { 200: TrackCorrections },
    errors: [403, 409],
  }),
  "GET /tracks/{id}/earlier-logs/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "readEarlierLogs",
    summary: "Earlier logs of this boat and the calibration of each",
    answers: { 200: EarlierLogs },
    errors: [403, 409],
  }),
  "PUT /tracks/{id}/earlier-logs/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "calibrateEarlierLogs",
    body_bytes: LIMITS.json_bytes,
    summary: "Calibrate earlier logs of this boat",
    description: CALIBRATE_EARLIER,
    body: EarlierLogs,
    answers: { 200: EarlierLogs },
    errors: [403, 409],
  }),
  "GET /tracks/{id}/why/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "explainMoment",
    summary: "Why a moment is a maneuver or not",
    computes: true,
    description: EXPLAIN,
    rateLimit: { per: "user", max: LIMITS.explanations_per_hour, window_s: 3600 },
    query: WhyQuery,
    answers: { 200: Explanation },
    errors: [409],
  }),
  "GET /download/track/source/{id}/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "findSource",
    summary: "Address of the file as it was uploaded",
    answers: { 200: FileAddress },
    errors: [403, 409],
  }),
  "GET /download/exportCSV/{id}/": route({
    ...TRACKS,
    ...PARAMS,
    operationId: "findPointsCsv",
    summary: "Address of all points as CSV; 204 without points",
    computes: true,
    answers: { 200: FileAddress, 204: null },
    errors: [409],
  }),
} as const;
