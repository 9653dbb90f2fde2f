import { canTag } from "../../access/segment.ts";
import { findTrack, openTrack } from "../../access/track.ts";
import { lockQuotas } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import { fieldError, forbidden, limitReached, notFound } from "../../platform/http/errors.ts";
import type { CallById, Handlers } from "../../platform/http/mount.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { readIdentifiedReport } from "../tracks/facts.ts";
import { userTagsOfTrack } from "../tracks/queries.ts";
import { addSegment } from "./add-segment.ts";
import type { SEGMENT_ROUTES } from "./contract.ts";
import { presentSegment, presentUserTag } from "./present.ts";
import {
  countUserTags,
  findSegment,
  findUserTag,
  insertUserTag,
  linkTag,
  listUserTags,
  type SegmentRow,
  setTagHidden,
  showTagOfValue,
  unlinkTag,
} from "./queries.ts";
import { TAG_CATALOGUE } from "./tag-catalogue.ts";

/** Segments of tracks, the tags users give them, and the catalogue of tags. */
export const SEGMENT_HANDLERS: Handlers<typeof SEGMENT_ROUTES> = {
  "GET /tags/": () => ({ status: 200, body: { tags: [...TAG_CATALOGUE] } }),

  "POST /segments/": async ({ context, viewer, body }) => {
    const { id, is_new } = await addSegment(context, viewer, body);
    const segment = await answer(context, viewer, (await findSegment(context.db, id))!);
    return is_new ? { status: 201, body: segment } : { status: 200, body: segment };
  },

  "GET /segments/{id}/": async (call) => ({
    status: 200,
    body: await answer(call.context, call.viewer, await visibleSegment(call)),
  }),

  "POST /segments/{id}/tags/": async (call) => {
    const { context, viewer } = call;
    const segment = await visibleSegment(call);
    const track = (await findTrack(context.db, segment.track_id))!;
    if (!(await canTag(context.db, viewer, track))) {
      throw forbidden("Tags are for the sailor of a track and the sailor's coaches.");
    }
    await linkTag(context.db, segment.id, await ownTag(call, segment));
    return { status: 200, body: await answer(context, viewer, segment) };
  },

  "DELETE /segments/{id}/tags/": async (call) => {
    const segment = await visibleSegment(call);
    await unlinkTag(call.context.db, segment.id, await ownTag(call, segment));
    return { status: 200, body: await answer(call.context, call.viewer, segment) };
  },

  "GET /user-tags/": async ({ context, viewer }) => ({
    status: 200,
    body: { tags: (await listUserTags(context.db, viewer.id)).map(presentUserTag) },
  }),

  "POST /user-tags/": ({ context: { db }, viewer, body: { value, color } }) =>
    db.transaction().execute(async (trx) => {
      await lockQuotas(trx, viewer.id);
      const existing = await showTagOfValue(trx, viewer.id, value);
      if (existing) return { status: 200, body: { tag: presentUserTag(existing) } } as const;
      if ((await countUserTags(trx, viewer.id)) >= LIMITS.tags_per_user) {
        throw limitReached(`You have ${LIMITS.tags_per_user} tags`, "Use one of them.");
      }
      const made = await insertUserTag(trx, viewer.id, value, color);
      return { status: 201, body: { tag: presentUserTag(made) } } as const;
    }),

  "POST /user-tags/{id}/hide/": (call) => setHidden(call, true),
  "POST /user-tags/{id}/show/": (call) => setHidden(call, false),
};

async function visibleSegment({ context, viewer, params }: CallById): Promise<SegmentRow> {
  const segment = await findSegment(context.db, params.id);
  if (!segment) throw notFound("This segment");
  await openTrack({ context, viewer, params: { id: segment.track_id } }, "This segment");
  return segment;
}

/** The id of the named tag, which is the viewer's own. Throws when it is not, or when the track is not the segment's. */
async function ownTag(
  { context, viewer, body }: { context: AppContext; viewer: Viewer; body: { tag_id: number; track: number } },
  segment: SegmentRow,
): Promise<number> {
  if (body.track !== segment.track_id) throw fieldError({ track: ["This segment is not one of this track's."] });
  if (!(await findUserTag(context.db, viewer.id, body.tag_id))) {
    throw fieldError({ tag_id: ["This tag does not exist, or is not yours."] });
  }
  return body.tag_id;
}

async function setHidden({ context, viewer, params }: CallById, hidden: boolean) {
  const tag = await setTagHidden(context.db, viewer.id, params.id, hidden);
  if (!tag) throw notFound("This tag");
  return { status: 200, body: { tag: presentUserTag(tag) } } as const;
}

/** A segment as this viewer receives it. */
async function answer(context: AppContext, viewer: Viewer, segment: SegmentRow) {
  const track = (await findTrack(context.db, segment.track_id))!;
  const tags = await userTagsOfTrack(context.db, viewer.id, track.id);
  const isRead = segment.position !== null && track.result_key !== null;
  const report = isRead ? await readIdentifiedReport(context, track) : null;
  return presentSegment(segment, track, report, tags.get(segment.id) ?? []);
}
