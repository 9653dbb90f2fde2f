import { randomUUID } from "node:crypto";
import {
  type AccessRow,
  type AccessRows,
  intoPrivate,
  onlyTo,
  VIEWERS_OF_PRIVATE,
  withSession,
} from "../../../test/access.ts";
import type { Maker, Thing } from "../../../test/world.ts";
import { SEE_RACE } from "../races/races.access.ts";
import type { JOURNAL_ROUTES } from "./contract.ts";

/** An entry of the owner's with a photo and a reply; about one of the owner's tracks, or about nothing. */
const journal =
  (about?: "public_track" | "private_track" | "public_race" | "private_race"): Maker =>
  async (world) => {
    const { db } = world.at.context;
    const author_id = world.owner.session.user.id;
    const subject = about && { [about.endsWith("_race") ? "race_id" : "track_id"]: Number(await world.the(about)) };
    const { id } = await db
      .insertInto("journals")
      .values({ author_id, ...subject, content: "Fast", feel: -1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const file_key = `photos/${randomUUID()}.webp`;
    await db.insertInto("journal_photos").values({ journal_id: id, user_id: author_id, file_key }).execute();
    await db.insertInto("journal_replies").values({ journal_id: id, author_id, content: "Yes" }).execute();
    return id;
  };

/** An entry of a stranger about the owner's PUBLIC track. */
const strangersEntry: Maker = async (world) => {
  const values = { track_id: Number(await world.the("public_track")), content: "Slow", feel: -1 };
  const { id } = await world.at.context.db
    .insertInto("journals")
    .values({ ...values, author_id: world.people.stranger.session.user.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

export const JOURNAL_THINGS = {
  strangers_entry: strangersEntry,
  public_entry: journal("public_track"),
  private_entry: journal("private_track"),
  own_entry: journal(),
  public_race_entry: journal("public_race"),
  private_race_entry: journal("private_race"),
} satisfies Record<string, Maker>;

/** A call about an entry: on a PUBLIC track, on a PRIVATE one, and about nothing, which is read like the second. */
function aboutEntries(
  of_public: AccessRow["statuses"],
  of_private: AccessRow["statuses"],
  parts: (ids: { reply_id: number; photo_id: number }) => {
    json?: unknown;
    query?: Record<string, string>;
  } = () => ({}),
): AccessRow[] {
  const row = (thing: Thing, statuses: AccessRow["statuses"]): AccessRow => ({
    about: thing,
    request: async (world) => {
      const id = Number(await world.the(thing));
      const { db } = world.at.context;
      const [reply, photo] = await Promise.all([
        db.selectFrom("journal_replies").select("id").where("journal_id", "=", id).executeTakeFirstOrThrow(),
        db.selectFrom("journal_photos").select("id").where("journal_id", "=", id).executeTakeFirstOrThrow(),
      ]);
      return { params: { id }, ...parts({ reply_id: reply.id, photo_id: photo.id }) };
    },
    statuses,
  });
  return [
    row("public_entry", of_public),
    row("private_entry", { ...of_private, administrator_without_reason: 409 }),
    row("own_entry", of_private),
    row("public_race_entry", of_public),
    row("private_race_entry", of_private),
  ];
}

/** Done by everybody who may read the entry. */
const read = (status: number, parts?: Parameters<typeof aboutEntries>[2]) =>
  aboutEntries(withSession(status), onlyTo(VIEWERS_OF_PRIVATE, status), parts);
/** Done by the author and administrators alone. */
function change(status: number, parts?: Parameters<typeof aboutEntries>[2]) {
  const trusted = { owner: status, administrator: status };
  return aboutEntries(withSession(403, trusted), onlyTo(VIEWERS_OF_PRIVATE, 403, trusted), parts);
}

const onTrack = (thing: "public_track" | "private_track", statuses: AccessRow["statuses"]): AccessRow => ({
  about: thing,
  request: async (world) => ({ params: { id: await world.the(thing) } }),
  statuses,
});
const write = (thing: "public_track" | "private_track", statuses: AccessRow["statuses"]): AccessRow => ({
  about: thing,
  request: async (world) => ({ json: { track: await world.the(thing), content: "Fast" } }),
  statuses,
});

const writeOnRace = (thing: "public_race" | "private_race", statuses: AccessRow["statuses"]): AccessRow => ({
  about: thing,
  request: async (world) => ({ json: { race: await world.the(thing), content: "Fast" } }),
  statuses,
});

export const JOURNAL_ACCESS: AccessRows<typeof JOURNAL_ROUTES> = {
  "GET /journals/": { statuses: withSession(200) },
  "GET /tracks/{id}/journal/": [onTrack("public_track", withSession(200)), onTrack("private_track", intoPrivate(200))],
  // Rows and share links are those of the race.
  "GET /races/{id}/journal/": SEE_RACE,
  "POST /journals/": [
    writeOnRace("public_race", withSession(201)),
    writeOnRace("private_race", onlyTo(VIEWERS_OF_PRIVATE, 201)),
    write("public_track", withSession(201)),
    write("private_track", intoPrivate(201)),
    { about: "about nothing", request: () => ({ json: { content: "Fast" } }), statuses: withSession(201) },
  ],
  "GET /journals/{id}/": read(200),
  "PUT /journals/{id}/": change(200, () => ({ json: { content: "Faster" } })),
  "PUT /journals/{id}/hidden/": [
    // Refused: to their author, and to users who do not own the track.
    ...read(403, () => ({ json: { hidden: true } })),
    {
      about: "strangers_entry",
      request: async (world) => ({ params: { id: await world.the("strangers_entry") }, json: { hidden: true } }),
      statuses: withSession(403, { owner: 200 }),
    },
  ],
  "DELETE /journals/{id}/": change(204),
  // 400: the form is missing.
  "POST /journals/{id}/photo/": change(400),
  "DELETE /journals/{id}/photo/": change(204, ({ photo_id }) => ({ query: { photo_id: String(photo_id) } })),
  "POST /journals/{id}/reply/": read(201, () => ({ json: { content: "Why?" } })),
  "PATCH /journals/{id}/reply/": change(200, ({ reply_id }) => ({ json: { reply_id, content: "No" } })),
  "DELETE /journals/{id}/reply/": change(204, ({ reply_id }) => ({ query: { reply_id: String(reply_id) } })),
};
