/** Calls on journals. Importable by the browser. */
import { route } from "../http/route.ts";
import { LIMITS } from "../limits.ts";
import { RaceParams, ShareQuery } from "../races/schema.ts";
import { TrackParams } from "../tracks/request-schema.ts";
import {
  CreateJournal,
  CreateReply,
  JournalParams,
  JournalsQuery,
  PageQuery,
  PhotoQuery,
  PhotosForm,
  ReplaceJournal,
  ReplyQuery,
  UpdateReply,
} from "./request-schema.ts";
import { Journal, JournalPage, JournalReply } from "./schema.ts";

const JOURNALS = { tag: "Journals", access: "signed_in" } as const;
const PARAMS = { params: JournalParams } as const;
const perHour = (max: number) => ({ rateLimit: { per: "user", max, window_s: 3600 } }) as const;

const CREATE =
  "About a track or a race that the user may view, or about neither. jType is kite for notes on kite and foil (tracks " +
  "whose boat class contains kite), star for a named section with s_point and e_point, straight for straight segments.";
const PHOTOS =
  `Up to ${LIMITS.journal_photos} pictures (JPEG, PNG, WebP) an entry, each of at most ` +
  `${LIMITS.image_bytes / 1024 / 1024} MB, in one field that is given several times. They are encoded again without ` +
  "the place where they were taken.";

export const JOURNAL_ROUTES = {
  "GET /journals/": route({
    ...JOURNALS,
    operationId: "listJournals",
    summary: "Entries by the viewer and the viewer's teams, and about the viewer's tracks, newest first, by pages",
    query: JournalsQuery,
    answers: { 200: JournalPage },
  }),
  "GET /tracks/{id}/journal/": route({
    ...JOURNALS,
    operationId: "listTrackJournals",
    summary: "Entries about a track, newest first, by pages",
    params: TrackParams,
    query: PageQuery,
    answers: { 200: JournalPage },
  }),
  "GET /races/{id}/journal/": route({
    tag: "Journals",
    access: "shared",
    operationId: "listRaceJournals",
    summary: "Entries about a race, newest first, by pages; also for the holder of its share link",
    params: RaceParams,
    query: PageQuery.extend(ShareQuery.shape),
    answers: { 200: JournalPage },
  }),
  "POST /journals/": route({
    ...JOURNALS,
    ...perHour(LIMITS.journals_per_hour),
    operationId: "createJournal",
    body_bytes: LIMITS.json_bytes,
    summary: "Write an entry",
    description: CREATE,
    body: CreateJournal,
    errors_by_path: true,
    answers: { 201: Journal },
    errors: [404],
  }),
  "GET /journals/{id}/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "readJournal",
    summary: "One entry",
    answers: { 200: Journal },
  }),
  "PUT /journals/{id}/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "replaceJournal",
    body_bytes: LIMITS.json_bytes,
    summary: "Replace everything but what the entry is about, its kind, its photos and replies",
    body: ReplaceJournal,
    errors_by_path: true,
    answers: { 200: Journal },
    errors: [403],
  }),
  "DELETE /journals/{id}/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "deleteJournal",
    summary: "Delete an entry with its photos and replies",
    answers: { 204: null },
    errors: [403],
  }),
  "POST /journals/{id}/photo/": route({
    ...JOURNALS,
    ...PARAMS,
    ...perHour(LIMITS.photo_uploads_per_hour),
    operationId: "addJournalPhotos",
    summary: "Add photos to an entry",
    description: PHOTOS,
    form: PhotosForm,
    answers: { 201: Journal },
    errors: [403, 507],
  }),
  "DELETE /journals/{id}/photo/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "deleteJournalPhoto",
    summary: "Delete a photo",
    query: PhotoQuery,
    answers: { 204: null },
    errors: [403],
  }),
  "POST /journals/{id}/reply/": route({
    ...JOURNALS,
    ...PARAMS,
    ...perHour(LIMITS.replies_per_hour),
    operationId: "createReply",
    summary: "Reply to an entry",
    body: CreateReply,
    answers: { 201: JournalReply },
  }),
  "PATCH /journals/{id}/reply/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "updateReply",
    summary: "Change a reply",
    body: UpdateReply,
    answers: { 200: JournalReply },
    errors: [403],
  }),
  "DELETE /journals/{id}/reply/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "deleteReply",
    summary: "Delete a reply",
    query: ReplyQuery,
    answers: { 204: null },
    errors: [403],
  }),
} as const;
