import { type AccessRow, type AccessRows, intoPrivate, withSession } from "../../../test/access.ts";
import type { Maker, World } from "../../../test/world.ts";
import { storeFactsOf } from "../tracks/store-missing-facts.ts";
import type { STRAIGHT_ROUTES } from "./contract.ts";
import { insertAnalysis } from "./queries.ts";

type Visibility = "public" | "private";

/** The straights of the owner's track of this visibility. */
async function straightsOf(world: World, visibility: Visibility) {
  const track = Number(await world.the(`${visibility}_track`));
  await storeFactsOf(world.at.context, track);
  const { db } = world.at.context;
  const rows = await db
    .selectFrom("segments")
    .select("id")
    .where("track_id", "=", track)
    .where("kind", "=", "straight")
    .orderBy("id")
    .execute();
  return { track, segments: rows.map(({ id }) => id) };
}

/** An analysis of the owner's. */
const analysis =
  (visibility: Visibility): Maker =>
  async (world) => {
    const { track: track_id, segments: segment_ids } = await straightsOf(world, visibility);
    const made = { user_id: world.owner.session.user.id, track_id, name: null, segment_ids };
    return (await insertAnalysis(world.at.context.db, made))!;
  };

export const STRAIGHT_THINGS = {
  public_analysis: analysis("public"),
  private_analysis: analysis("private"),
} satisfies Record<string, Maker>;

type Statuses = AccessRow["statuses"];

const about = (of_public: Statuses, of_private: Statuses, parts: object = {}): AccessRow[] =>
  (["public", "private"] as const).map((visibility) => ({
    about: `of a ${visibility} track`,
    request: async (world) => ({ params: { id: await world.the(`${visibility}_analysis`) }, ...parts }),
    statuses: visibility === "public" ? of_public : of_private,
  }));

const created = (visibility: Visibility, statuses: Statuses): AccessRow => ({
  about: `of a ${visibility} track`,
  request: async (world) => {
    const { track, segments } = await straightsOf(world, visibility);
    return { json: { track, segments: segments.slice(0, 1) } };
  },
  statuses,
});

const view = (parts?: object) => about(withSession(200), intoPrivate(200), parts);
const edit = (status: number, parts?: object) => {
  const trusted = { owner: status, administrator: status };
  return about(withSession(403, trusted), intoPrivate(403, trusted), parts);
};

const listed = (visibility: Visibility, statuses: Statuses): AccessRow => ({
  about: `of a ${visibility} track`,
  request: async (world) => ({ query: { track: String(await world.the(`${visibility}_track`)) } }),
  statuses,
});

export const STRAIGHT_ACCESS: AccessRows<typeof STRAIGHT_ROUTES> = {
  "GET /straights/": [listed("public", withSession(200)), listed("private", intoPrivate(200))],
  "POST /straights/": [created("public", withSession(201)), created("private", intoPrivate(201))],
  "GET /straights/{id}/": view(),
  "PATCH /straights/{id}/": edit(200, { json: { name: "Heel" } }),
  "GET /straights/{id}/selection/": view({ query: { tag_ids: "1" } }),
  "GET /straights/{id}/corrs/": view(),
  "DELETE /straights/{id}/": edit(204),
};
