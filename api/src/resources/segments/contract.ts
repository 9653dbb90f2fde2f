/** Calls on segments and tags. Importable by the browser. */
import { route } from "../../platform/http/route.ts";
import { CreateUserTag, UserTagAnswer, UserTags } from "../tracks/schema.ts";
import { CreateSegment, IdParams, Segment, SegmentTagLink, Tags } from "./schema.ts";

const SEGMENTS = { tag: "Segments", access: "signed_in" } as const;
const PARAMS = { params: IdParams } as const;

const ADD =
  "A correction of the track: the recording is analysed again (processing_status 4), and the segment has this id and " +
  "its metrics afterwards. 200 when the track has such a segment already.";
const TAG =
  "A tag of the caller's own, which only the caller sees. For the owner of the track, the coaches of the owner's teams " +
  "and administrators. The tag stays on the segment when the track is analysed again.";
const CREATE =
  "200 when the caller has a tag of this value, however it is capitalised: that one is used, and shown if it was hidden.";

export const SEGMENT_ROUTES = {
  "GET /tags/": route({
    ...SEGMENTS,
    operationId: "listTags",
    summary: "The tags that everybody has: kinds of segments, tags of journals",
    answers: { 200: Tags },
  }),
  "POST /segments/": route({
    ...SEGMENTS,
    operationId: "addSegment",
    summary: "Add a segment by hand",
    description: ADD,
    body: CreateSegment,
    answers: { 200: Segment, 201: Segment },
    errors: [403, 404, 409],
  }),
  "GET /segments/{id}/": route({
    ...SEGMENTS,
    ...PARAMS,
    operationId: "readSegment",
    summary: "One segment, with its metrics and the caller's tags",
    answers: { 200: Segment },
    errors: [409],
  }),
  "POST /segments/{id}/tags/": route({
    ...SEGMENTS,
    ...PARAMS,
    operationId: "tagSegment",
    summary: "Give a segment a tag",
    description: TAG,
    body: SegmentTagLink,
    answers: { 200: Segment },
    errors: [403, 409],
  }),
  "DELETE /segments/{id}/tags/": route({
    ...SEGMENTS,
    ...PARAMS,
    operationId: "untagSegment",
    summary: "Take an own tag off a segment",
    body: SegmentTagLink,
    answers: { 200: Segment },
    errors: [409],
  }),
  "GET /user-tags/": route({
    ...SEGMENTS,
    operationId: "listUserTags",
    summary: "The caller's own tags",
    answers: { 200: UserTags },
  }),
  "POST /user-tags/": route({
    ...SEGMENTS,
    operationId: "createUserTag",
    summary: "Make a tag, or use the one of this value",
    description: CREATE,
    body: CreateUserTag,
    answers: { 200: UserTagAnswer, 201: UserTagAnswer },
    errors: [409],
  }),
  "POST /user-tags/{id}/hide/": route({
    ...SEGMENTS,
    ...PARAMS,
    operationId: "hideUserTag",
    summary: "Hide an own tag; segments keep it",
    answers: { 200: UserTagAnswer },
  }),
  "POST /user-tags/{id}/show/": route({
    ...SEGMENTS,
    ...PARAMS,
    operationId: "showUserTag",
    summary: "Show a hidden tag again",
    answers: { 200: UserTagAnswer },
  }),
} as const;
