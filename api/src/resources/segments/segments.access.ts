import { randomUUID } from "node:crypto";
import {
  type AccessRow,
  type AccessRows,
  type Caller,
  intoPrivate,
  onlyTo,
  withSession,
} from "../../../test/access.ts";
import type { Maker, World } from "../../../test/world.ts";
import { storeFactsOf } from "../tracks/store-missing-facts.ts";
import type { SEGMENT_ROUTES } from "./contract.ts";

/** A tack of the owner's track of this visibility. */
const segment =
  (of: "public_track" | "private_track"): Maker =>
  async (world) => {
    const track_id = Number(await world.the(of));
    await storeFactsOf(world.at.context, track_id);
    const { db } = world.at.context;
    const rows = db.selectFrom("segments").select("id").where("track_id", "=", track_id).where("kind", "=", "tack");
    return (await rows.orderBy("position").limit(1).executeTakeFirstOrThrow()).id;
  };

/** A tag of this user. */
async function tagOf(world: World, user_id: number): Promise<number> {
  const value = randomUUID();
  const row = { user_id, value, match_key: value, color: "green" };
  const { db } = world.at.context;
  return (await db.insertInto("user_tags").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export const SEGMENT_THINGS = {
  public_segment: segment("public_track"),
  private_segment: segment("private_track"),
  user_tag: (world) => tagOf(world, world.owner.session.user.id),
} satisfies Record<string, Maker>;

/** A call about a segment, of a PUBLIC and of a PRIVATE track; with a tag of the caller's own where it needs one. */
const about = (with_tag: boolean, of_public: AccessRow["statuses"], of_private: AccessRow["statuses"]): AccessRow[] =>
  (["public", "private"] as const).map((visibility) => ({
    about: `of a ${visibility} track`,
    request: async (world: World, caller: Caller) => {
      const params = { id: await world.the(`${visibility}_segment`) };
      if (!with_tag) return { params };
      const person = world.people[caller as keyof World["people"]] ?? world.owner;
      const tag_id = await tagOf(world, person.session.user.id);
      return { params, json: { tag_id, track: Number(await world.the(`${visibility}_track`)) } };
    },
    statuses: visibility === "public" ? of_public : of_private,
  }));

const added = (visibility: "public" | "private", statuses: AccessRow["statuses"]): AccessRow => ({
  about: `on a ${visibility} track`,
  request: async (world) => {
    const track = Number(await world.the(`${visibility}_track`));
    const { db } = world.at.context;
    const { start_time } = await db
      .selectFrom("tracks")
      .select("start_time")
      .where("id", "=", track)
      .executeTakeFirstOrThrow();
    const after = (s: number) => new Date(start_time!.getTime() + s * 1000).toISOString();
    return { json: { track, tag: "H", start_time: after(1), end_time: after(6) } };
  },
  statuses,
});

const OWN: AccessRow = { statuses: withSession(200) };
const VIEW = about(false, withSession(200), intoPrivate(200));
const OWN_TAG: AccessRow = {
  request: async (world) => ({ params: { id: await world.the("user_tag") } }),
  statuses: onlyTo(["owner"], 200),
};
const TRUSTED = { owner: 200, coach: 200, administrator: 200 };
const CORRECTING = { owner: 201, administrator: 201 };

export const SEGMENT_ACCESS: AccessRows<typeof SEGMENT_ROUTES> = {
  "GET /tags/": OWN,
  "GET /segments/{id}/": VIEW,
  "POST /segments/": [added("public", withSession(403, CORRECTING)), added("private", intoPrivate(403, CORRECTING))],
  "POST /segments/{id}/tags/": about(true, withSession(403, TRUSTED), intoPrivate(403, TRUSTED)),
  "DELETE /segments/{id}/tags/": about(true, withSession(200), intoPrivate(200)),
  "GET /user-tags/": OWN,
  "POST /user-tags/": { request: () => ({ json: { value: "flat water" } }), statuses: withSession(201) },
  "POST /user-tags/{id}/hide/": OWN_TAG,
  "POST /user-tags/{id}/show/": OWN_TAG,
};
