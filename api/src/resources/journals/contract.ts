/** Calls on journals. Importable by the browser. */
import { route } from "../../platform/http/route.ts";
import { LIMITS } from "../../platform/limits.ts";
import { RaceParams, ShareQuery } from "../races/schema.ts";
import { TrackParams } from "../tracks/request-schema.ts";
import {
  CreateJournal,
  CreateReply,
  HideJournal,
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
const HIDE =
  "For the owner of the track, or the coach of the race, that the entry is about: of what others wrote. Its author and " +
  "administrators still see it; they alone delete it.";
const PAGES =
  `Each entry with its last ${LIMITS.journal_replies_listed} replies, GET /journals/{id}/ has all. A page ends early where ` +
  "its texts are long.";
const PHOTOS =
  `Up to ${LIMITS.journal_photos} pictures (JPEG, PNG, WebP) an entry, each of at most ` +
  `${LIMITS.image_bytes / 1024 / 1024} MB, in one field that is given several times. They are encoded again without ` +
  "the place where they were taken.";

export const JOURNAL_ROUTES = {
  "GET /journals/": route({
    ...JOURNALS,
    operationId: "listJournals",
    summary: "Entries by the viewer and the viewer's teams, and about the viewer's tracks, newest first, by pages",
    description: PAGES,
    query: JournalsQuery,
    answers: { 200: JournalPage },
  }),
  "GET /tracks/{id}/journal/": route({
    ...JOURNALS,
    operationId: "listTrackJournals",
    summary: "Entries about a track, newest first, by pages",
    description: PAGES,
    params: TrackParams,
    query: PageQuery,
    answers: { 200: JournalPage },
    errors: [409],
  }),
  "GET /races/{id}/journal/": route({
    tag: "Journals",
    access: "shared",
    operationId: "listRaceJournals",
    summary: "Entries about a race, newest first, by pages; also for the holder of its share link",
    description: PAGES,
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
    errors: [404, 409],
  }),
  "GET /journals/{id}/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "readJournal",
    summary: "One entry",
    answers: { 200: Journal },
    errors: [409],
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
    errors: [403, 409],
  }),
  "PUT /journals/{id}/hidden/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "hideJournal",
    summary: "Hide an entry, or a reply to it, from others, or show it again",
    description: HIDE,
    body: HideJournal,
    answers: { 200: Journal },
    errors: [403, 404, 409],
  }),
  "DELETE /journals/{id}/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "deleteJournal",
    summary: "Delete an entry with its photos and replies",
    answers: { 204: null },
    errors: [403, 409],
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
    errors: [403, 409, 507],
  }),
  "DELETE /journals/{id}/photo/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "deleteJournalPhoto",
    summary: "Delete a photo",
    query: PhotoQuery,
    answers: { 204: null },
    errors: [403, 409],
  }),
  "POST /journals/{id}/reply/": route({
    ...JOURNALS,
    ...PARAMS,
    ...perHour(LIMITS.replies_per_hour),
    operationId: "createReply",
    summary: "Reply to an entry",
    body: CreateReply,
    answers: { 201: JournalReply },
    errors: [409],
  }),
  "PATCH /journals/{id}/reply/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "updateReply",
    summary: "Change a reply",
    body: UpdateReply,
    answers: { 200: JournalReply },
    errors: [403, 409],
  }),
  "DELETE /journals/{id}/reply/": route({
    ...JOURNALS,
    ...PARAMS,
    operationId: "deleteReply",
    summary: "Delete a reply",
    query: ReplyQuery,
    answers: { 204: null },
    errors: [403, 409],
  }),
} as const;
