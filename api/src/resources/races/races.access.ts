import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import {
  type AccessRow,
  type AccessRows,
  type Caller,
  intoPrivate,
  onlyTo,
  VIEWERS_OF_PRIVATE,
  withSession,
} from "../../../test/access.ts";
import type { Maker, World } from "../../../test/world.ts";
import type { TRACK_THINGS } from "../tracks/tracks.access.ts";
import type { RACE_ROUTES } from "./contract.ts";

const share_id = () => randomBytes(18).toString("base64url");

type TrackThing = keyof typeof TRACK_THINGS;

async function raceOf(world: World, tracks: readonly TrackThing[], maker = world.owner): Promise<number> {
  const { db } = world.at.context;
  const user_id = maker.session.user.id;
  const row = { user_id, name: "A race", processing_status: 3 };
  const { id } = await db.insertInto("races").values(row).returning("id").executeTakeFirstOrThrow();
  const track_ids = await Promise.all(tracks.map((thing) => world.the(thing)));
  await db
    .insertInto("race_tracks")
    .values(track_ids.map((track_id) => ({ race_id: id, track_id: Number(track_id) })))
    .execute();
  return id;
}

/** By the id of the race they are about. */
const SHARES = new Map<number, World["shares"]>();

/** The race, with its links in the hands of their holders. */
async function raceIn(world: World, thing: keyof typeof RACE_THINGS): Promise<number> {
  const id = Number(await world.the(thing));
  Object.assign(world.shares, SHARES.get(id));
  return id;
}

/** A race of the owner's, who agreed to be in its links. The holders of share links hold one of it, one of another race, and one of it that was revoked. */
const race =
  (...tracks: TrackThing[]): Maker =>
  async (world) => {
    const { db } = world.at.context;
    const id = await raceOf(world, tracks);
    const other = await raceOf(world, tracks);
    const [right, another] = [share_id(), share_id()];
    await db
      .insertInto("race_shares")
      .values([
        { race_id: id, share_id: right },
        { race_id: other, share_id: another },
      ])
      .execute();
    await sql`insert into race_consents (race_id, track_id, user_id, consent, answered_at)
      select race_id, track_id, user_id, 'agreed', now() from race_tracks join tracks on tracks.id = track_id
      where race_id in (${id}, ${other})`.execute(db);
    const shares = { share_holder: right, share_holder_other: another, share_holder_revoked: share_id() };
    SHARES.set(id, shares);
    Object.assign(world.shares, shares);
    return id;
  };

export const RACE_THINGS = {
  private_race: race("private_track"),
  public_race: race("public_track"),
  mixed_race: race("public_track", "private_track"),
  strangers_race: (world) => raceOf(world, ["public_track"], world.people.stranger),
} satisfies Record<string, Maker>;

/** A call about a race with one row for each kind of race; `json` may depend on the race's tracks. */
function aboutRaces(
  json: AccessRow["request"] | undefined,
  statuses: Readonly<Record<string, AccessRow["statuses"]>>,
): AccessRow[] {
  return Object.entries(statuses).map(([thing, row]) => ({
    about: thing,
    request: async (world, caller) => ({
      ...(await json?.(world, caller)),
      params: { id: await raceIn(world, thing as keyof typeof RACE_THINGS) },
    }),
    statuses: row,
  }));
}

/** Whoever has the link sees the race; a wrong or a revoked one is answered as none that exists. */
const link = (status: number) => ({ share_holder: status, share_holder_other: 404, share_holder_revoked: 404 });
const LINK: Partial<Record<Caller, number>> = link(200);
const seeRace = (request: AccessRow["request"] | undefined, status: number, of_private: AccessRow["statuses"]) =>
  aboutRaces(request, { public_race: withSession(status, link(status)), private_race: of_private });
/** That there is a race, and what is written about it. */
export const SEE_RACE = seeRace(undefined, 200, onlyTo(VIEWERS_OF_PRIVATE, 200, LINK));
/** What its tracks hold. */
const openRace = (request?: AccessRow["request"], status = 200) =>
  seeRace(request, status, intoPrivate(status, link(status)));

/** A track of the race; one that is not in it is not shown by it. */
const SEE_TRACK: AccessRow[] = [
  {
    about: "of a PRIVATE race",
    request: async (world) => ({
      params: { id: await raceIn(world, "private_race"), track_id: await world.the("private_track") },
    }),
    statuses: intoPrivate(200, LINK),
  },
  {
    about: "of another race",
    request: async (world) => ({
      params: { id: await raceIn(world, "private_race"), track_id: await world.the("public_track") },
    }),
    statuses: withSession(404, { share_holder: 404, share_holder_other: 404, share_holder_revoked: 404 }),
  },
];

/** Changed by its coach and administrators alone. */
const change = (
  json: AccessRow["request"] | undefined,
  status: number,
  ofPrivate = (others: number, managers: object) => onlyTo(VIEWERS_OF_PRIVATE, others, managers),
) => {
  const managers = { owner: status, administrator: status };
  return aboutRaces(json, { public_race: withSession(403, managers), private_race: ofPrivate(403, managers) });
};

const twoTracks: AccessRow["request"] = async (world) => {
  const tracks = [await world.the("public_track"), await world.the("second_track")].map(Number);
  return { json: { tracks } };
};

export const RACE_ACCESS: AccessRows<typeof RACE_ROUTES> = {
  "GET /races/": [
    { statuses: withSession(200) },
    {
      about: "all",
      request: () => ({ query: { owner: "all" } }),
      statuses: withSession(403, { administrator: 200 }),
    },
  ],
  "POST /races/": [
    { request: twoTracks, statuses: withSession(403, { administrator: 201, coach_tools: 201 }) },
    {
      about: "with a PRIVATE track",
      request: async (world) => ({ json: { tracks: [Number(await world.the("private_track")), 2 ** 31 - 2] } }),
      statuses: withSession(403, { administrator: 400, coach_tools: 400 }),
    },
  ],
  "GET /races/info/{id}/": SEE_RACE,
  "GET /races/{id}/": openRace(),
  "GET /races/wind/{id}/": openRace(),
  "GET /races/{id}/report/": openRace(),
  "GET /races/{id}/report/columns/": openRace(),
  "GET /races/{id}/report/duel/": openRace(() => ({
    query: { start_time: "2026-07-04T11:05:00.000Z", a: "1", b: "2", leg: "0" },
  })),
  "GET /races/{id}/report/target/": openRace(),
  // The races of this world have no results.
  "GET /races/{id}/report/spreadsheet/": openRace(undefined, 204),
  "PUT /races/{id}/corrections/": change(() => ({ json: { corrections: [] } }), 200, intoPrivate),
  "GET /races/{id}/tracks/{track_id}/columns/": SEE_TRACK,
  "GET /races/{id}/tracks/{track_id}/analysis/": SEE_TRACK,
  "PATCH /races/{id}/tracks/": change(twoTracks, 200),
  "PATCH /races/{id}/": change(() => ({ json: { name: "Sunday" } }), 200),
  "POST /races/{id}/share/": aboutRaces(() => ({ json: {} }), {
    public_race: withSession(200),
    private_race: onlyTo(VIEWERS_OF_PRIVATE, 200),
    mixed_race: withSession(403, Object.fromEntries(VIEWERS_OF_PRIVATE.map((caller) => [caller, 200]))),
  }),
  "DELETE /races/{id}/share/": change(undefined, 204),
  "DELETE /races/{id}/participation/": [
    {
      about: "of a stranger with a track of the owner's",
      request: async (world) => ({ params: { id: await world.the("strangers_race") } }),
      statuses: withSession(403, { owner: 204 }),
    },
    {
      about: "of the owner's own",
      request: async (world) => ({ params: { id: await raceIn(world, "private_race") } }),
      statuses: onlyTo(VIEWERS_OF_PRIVATE, 403),
    },
  ],
  "DELETE /races/{id}/": change(undefined, 204),
};
