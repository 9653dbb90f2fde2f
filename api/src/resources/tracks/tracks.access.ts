import { randomUUID } from "node:crypto";
import { readFixture } from "@leebow/fixtures";
import { type AccessRow, type AccessRows, intoPrivate, withSession } from "../../../test/access.ts";
import type { Maker, Thing, World } from "../../../test/world.ts";
import type { TRACK_ROUTES } from "./contract.ts";
import { RESULT_FILES, resultsOfTrack } from "./results.ts";

/** Copies of one analysed track: its row, its recording, its results. */
const track =
  (permissions: "PUBLIC" | "PRIVATE"): Maker =>
  async (world) => {
    const { db, storage } = world.at.context;
    const original = await analysed(world);
    const key = `sources/${randomUUID()}.gpx`;
    await storage.write(key, readFixture("ilca-weymouth.gpx"));
    const row = await db.selectFrom("tracks").selectAll().where("id", "=", original).executeTakeFirstOrThrow();
    const { id: _, ...values } = row;
    const copy = {
      ...values,
      permissions,
      source_key: key,
      // Another recording as far as the rule goes that the same file is one track.
      source_sha256: null,
      corrections: JSON.stringify(values.corrections),
      result_parameters: values.result_parameters && JSON.stringify(values.result_parameters),
      damage: values.damage && JSON.stringify(values.damage),
      wind_candidates: values.wind_candidates && JSON.stringify(values.wind_candidates),
      // A copy of this track would be its second receiver.
      same_boat: null,
    };
    const { id } = await db.insertInto("tracks").values(copy).returning("id").executeTakeFirstOrThrow();
    // Results of its own, because they go with the track.
    const result_key = `${resultsOfTrack(id)}/${randomUUID()}`;
    for (const name of Object.values(RESULT_FILES)) {
      const result = `${values.result_key}/${name}`;
      if (await storage.open(result)) await storage.write(`${result_key}/${name}`, await storage.read(result));
    }
    await db.updateTable("tracks").set({ result_key }).where("id", "=", id).execute();
    // One of the administrators has given the reason.
    const actor_id = world.people.administrator.session.user.id;
    await db
      .insertInto("audit_log")
      .values({ actor_id, action: "open_track", user_id: values.user_id, track_id: id })
      .execute();
    return id;
  };

const originals = new WeakMap<World, Promise<number>>();
function analysed(world: World): Promise<number> {
  if (!originals.has(world)) {
    const uploaded = world.owner.upload("a.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" });
    originals.set(
      world,
      uploaded.then(({ id }) => id),
    );
  }
  return originals.get(world)!;
}

export const TRACK_THINGS = {
  public_track: track("PUBLIC"),
  second_track: track("PUBLIC"),
  private_track: track("PRIVATE"),
} satisfies Record<string, Maker>;

/** A call about a track: its row for a PUBLIC one and for a PRIVATE one. */
export function aboutTracks(
  json: unknown,
  of_public: AccessRow["statuses"] | null,
  of_private: AccessRow["statuses"] | null,
): AccessRow[] {
  const row = (thing: Thing, statuses: AccessRow["statuses"] | null): AccessRow[] =>
    statuses
      ? [
          {
            about: `${thing}${json === undefined ? "" : ` ${JSON.stringify(json)}`}`,
            request: async (world) => ({ params: { id: await world.the(thing) }, ...(json !== undefined && { json }) }),
            statuses,
          },
        ]
      : [];
  return [...row("public_track", of_public), ...row("private_track", of_private)];
}

const VIEW = aboutTracks(undefined, withSession(200), intoPrivate(200));
/** Changed by its owner and administrators alone. */
const change = (json: unknown, status: number) => {
  const trusted = { owner: status, administrator: status };
  return aboutTracks(json, withSession(403, trusted), intoPrivate(403, trusted));
};
const OWN: AccessRow = { statuses: withSession(200) };

export const TRACK_ACCESS: AccessRows<typeof TRACK_ROUTES> = {
  "GET /tracks/": [
    OWN,
    {
      about: "all",
      request: () => ({ query: { owner: "all" } }),
      statuses: withSession(403, { administrator: 200 }),
    },
  ],
  "GET /tracks/dates/": OWN,
  "GET /tracks/oldest_date/": OWN,
  "POST /tracks/": { statuses: withSession(400) },
  "POST /tracks/known/": { request: () => ({ json: { files: [] } }), statuses: withSession(200) },
  "GET /tracks/{id}/": VIEW,
  "GET /tracks/{id}/analysis/": VIEW,
  "GET /tracks/{id}/columns/": VIEW,
  "GET /tracks/{id}/map/": VIEW,
  "GET /download/track/source/{id}/": aboutTracks(
    undefined,
    withSession(403, { owner: 200, administrator: 200, coach_type: 200, coach_tools: 200 }),
    intoPrivate(403, { owner: 200, administrator: 200 }),
  ),
  "GET /download/exportCSV/{id}/": VIEW,
  "PATCH /tracks/{id}/": [
    ...aboutTracks({}, withSession(200), intoPrivate(200)),
    ...aboutTracks({ permissions: "PUBLIC" }, withSession(403, { owner: 200 }), intoPrivate(403, { owner: 200 })),
    ...change({ wind_hint_deg: 230 }, 200),
    ...change({ boat_name: "49er" }, 200),
  ],
  "GET /tracks/{id}/corrections/": VIEW,
  "GET /tracks/{id}/why/": VIEW.map((row) => ({
    ...row,
    request: async (world, caller) => ({
      ...(await row.request!(world, caller)),
      query: { time: "2026-07-30T12:00:00Z" },
    }),
  })),
  "PUT /tracks/{id}/corrections/": change({ corrections: [] }, 200),
  "DELETE /tracks/{id}/corrections/": change(undefined, 200),
  "GET /tracks/{id}/earlier-logs/": change(undefined, 200),
  "PUT /tracks/{id}/earlier-logs/": change({ logs: [] }, 200),
  // Two recordings of the same time stay apart.
  "POST /tracks/{id}/join/": change({ track_ids: [] }, 409).map((row) => ({
    ...row,
    request: async (world, caller) => ({
      ...(await row.request!(world, caller)),
      json: { track_ids: [await world.the("second_track")] },
    }),
  })),
  // It was made of one file.
  "DELETE /tracks/{id}/join/": change(undefined, 409),
  "DELETE /tracks/{id}/": change(undefined, 204),
};
