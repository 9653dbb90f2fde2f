import sharp from "sharp";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { openEvents } from "../../../test/event-reader.ts";
import { idOf, insertTeam, insertTrack } from "../../../test/rows.ts";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Journal, JournalReply } from "./schema.ts";

onEveryDatabase("what others write about a public track", (at) => {
  let owner: Person;
  let author: Person;
  let reader: Person;
  let administrator: Person;
  let track: number;
  let entry: Journal;

  beforeAll(async () => {
    owner = await at().signUp("Owner");
    author = await at().signUp("Author");
    reader = await at().signUp("Reader");
    administrator = await at().signUp("Administrator");
    const { db } = at().context;
    await db.updateTable("users").set({ role: 1 }).where("id", "=", idOf(administrator)).execute();
  });

  const newTrack = () => insertTrack(at().context.db, owner);
  const write = async (by: Person, about: object, content: string): Promise<Journal> => {
    const { status, body } = await by.call("POST", "/api/journals/", { json: { ...about, content } });
    expect(status).toBe(201);
    return body;
  };
  const reply = async (by: Person, content: string, to = entry): Promise<JournalReply> =>
    (await by.call("POST", `/api/journals/${to.id}/reply/`, { json: { content } })).body;
  const hide = (by: Person, json: object, id = entry.id) => by.call("PUT", `/api/journals/${id}/hidden/`, { json });
  const listed = async (by: Person, path = `/api/tracks/${track}/journal/`): Promise<Journal[]> =>
    (await by.call("GET", path)).body.results;
  const contents = async (by: Person) => (await listed(by)).map(({ content }) => content);

  beforeEach(async () => {
    track = await newTrack();
    entry = await write(author, { track }, "Slow upwind zebra");
  });

  it("is hidden from others by its owner, and shown again; its author, the owner and role 1 see it", async () => {
    expect(entry).toMatchObject({ hidden: false, can: { delete: true, hide: false } });
    const found = (await listed(owner))[0]!;
    expect(found.can).toEqual({ edit: false, delete: false, reply: true, hide: true });
    const hidden = await hide(owner, { hidden: true });
    expect([hidden.status, hidden.body.hidden]).toEqual([200, true]);
    for (const person of [owner, author, administrator]) {
      expect(await listed(person)).toMatchObject([{ id: entry.id, hidden: true }]);
      expect((await person.call("GET", `/api/journals/${entry.id}/`)).status).toBe(200);
    }
    expect(await contents(reader)).toEqual([]);
    expect((await reader.call("GET", `/api/journals/${entry.id}/`)).status).toBe(404);
    expect((await reader.call("POST", `/api/journals/${entry.id}/reply/`, { json: { content: "No" } })).status).toBe(
      404,
    );
    expect((await owner.call("DELETE", `/api/journals/${entry.id}/`)).status).toBe(403);
    await hide(owner, { hidden: false });
    expect(await contents(reader)).toEqual(["Slow upwind zebra"]);
    await hide(owner, { hidden: true });
    expect((await author.call("DELETE", `/api/journals/${entry.id}/`)).status).toBe(204);
  });

  it("is not counted, found or pictured for others while it is hidden", async () => {
    const count = async (by: Person) =>
      (await by.call("GET", `/api/tracks/${track}/?notrackpoints=true`)).body.journal_count;
    const form = new FormData();
    const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } });
    form.append("file", new File([(await picture.png().toBuffer()) as BlobPart], "a.png"));
    await author.call("POST", `/api/journals/${entry.id}/photo/`, { form });
    const { file } = (await listed(reader))[0]!.photos[0]!;
    expect((await at().call("GET", file)).status).toBe(200);
    expect(await count(reader)).toBe(1);
    await hide(owner, { hidden: true });
    expect(await count(reader)).toBe(0);
    expect((await at().call("GET", file)).status).toBe(404);
    const { db } = at().context;
    const team_id = await insertTeam(db, { athletes: [author, reader] });
    const search = async (by: Person) => (await listed(by, "/api/journals/?search=zebra")).map(({ id }) => id);
    expect([await search(author), await search(reader)]).toEqual([[entry.id], []]);
    await hide(owner, { hidden: false });
    expect(await search(reader)).toContain(entry.id);
    await db.deleteFrom("teams").where("id", "=", team_id).execute();
  });

  it("is hidden by nobody else, and the owner's own texts are not: they are deleted", async () => {
    for (const person of [author, reader, administrator]) {
      expect((await hide(person, { hidden: true })).body).toEqual({
        detail: "What others wrote about your track or race is yours to hide. Your own texts you can delete.",
        code: "forbidden",
      });
    }
    const own = await write(owner, { track }, "My own");
    expect((await hide(owner, { hidden: true }, own.id)).status).toBe(403);
    const about_nothing = await write(author, {}, "About nothing");
    expect((await hide(owner, { hidden: true }, about_nothing.id)).status).toBe(404);
    expect((await hide(owner, { hidden: "yes" })).body).toEqual({ hidden: ["Hide it, or not."] });
  });

  it("has replies that are hidden one by one, also in the search", async () => {
    const own = await write(owner, { track }, "My own");
    const rude = await reply(author, "You are a giraffe", own);
    await reply(reader, "Well sailed", own);
    expect((await hide(author, { hidden: true, reply_id: rude.id }, own.id)).status).toBe(403);
    const answer = await hide(owner, { hidden: true, reply_id: rude.id }, own.id);
    expect(answer.body.hidden).toBe(false);
    expect(answer.body.replies.map(({ hidden }: JournalReply) => hidden)).toEqual([true, false]);
    const repliesOf = async (by: Person) =>
      ((await by.call("GET", `/api/journals/${own.id}/`)).body as Journal).replies.map(({ content }) => content);
    for (const person of [owner, author, administrator]) {
      expect(await repliesOf(person)).toEqual(["You are a giraffe", "Well sailed"]);
    }
    expect(await repliesOf(reader)).toEqual(["Well sailed"]);
    expect((await listed(reader)).find(({ id }) => id === own.id)!.reply_count).toBe(1);
    const patch = { json: { reply_id: rude.id, content: "You are two giraffes" } };
    expect((await reader.call("PATCH", `/api/journals/${own.id}/reply/`, patch)).status).toBe(404);
    const changed = await author.call("PATCH", `/api/journals/${own.id}/reply/`, patch);
    expect(changed.body).toMatchObject({ hidden: true, can: { edit: true, hide: false } });
    expect(await repliesOf(reader)).toEqual(["Well sailed"]);
    const { db } = at().context;
    const team_id = await insertTeam(db, { athletes: [owner, reader] });
    const search = async (by: Person) => (await listed(by, "/api/journals/?search=giraffe")).map(({ id }) => id);
    expect([await search(owner), await search(reader)]).toEqual([[own.id], []]);
    await db.deleteFrom("teams").where("id", "=", team_id).execute();
  });

  it("is hidden of a race by its coach, also from the holders of its link and in a regatta's results", async () => {
    const { db } = at().context;
    const race = { user_id: idOf(owner), name: "Final", processing_status: 3 };
    const { id: race_id } = await db.insertInto("races").values(race).returning("id").executeTakeFirstOrThrow();
    const of_author = await insertTrack(db, author, { file_name: "b.gpx" });
    await db
      .insertInto("race_tracks")
      .values([track, of_author].map((track_id) => ({ race_id, track_id })))
      .execute();
    const { share_id } = (await owner.call("POST", `/api/races/${race_id}/share/`, { json: {} })).body;
    const about_race = await write(author, { race: race_id }, "Boring race");
    const byLink = async () =>
      (await at().call("GET", `/api/races/${race_id}/journal/?share_id=${share_id}`)).body.results;
    expect(await byLink()).toHaveLength(1);
    const stream = await openEvents(at(), owner);
    await stream.next("ready");
    expect((await hide(owner, { hidden: true }, about_race.id)).status).toBe(200);
    expect((await stream.next("race")).data).toMatchObject({ race_id });
    await stream.close();
    expect(await byLink()).toEqual([]);
    // The coach's own entries are not the sailor's to hide, whose track is in the race.
    const by_coach = await write(owner, { race: race_id }, "Well done");
    expect((await hide(author, { hidden: true }, by_coach.id)).status).toBe(403);
  });

  it("comes in pages whose texts are bounded, each entry with its last replies, and all of it can be read", async () => {
    const long = "x".repeat(LIMITS.reply_chars);
    const { db } = at().context;
    const content = "y".repeat(LIMITS.journal_chars);
    const rows = Array.from({ length: 15 }, () => ({ track_id: track, author_id: idOf(author), content, feel: -1 }));
    const ids = (await db.insertInto("journals").values(rows).returning("id").execute()).map(({ id }) => id);
    const count = 2 * LIMITS.journal_replies_listed;
    const replies = ids.flatMap((journal_id) =>
      Array.from({ length: count }, (_, n) => ({
        journal_id,
        author_id: idOf(reader),
        content: `${n} ${long}`.slice(0, 5000),
      })),
    );
    await db.insertInto("journal_replies").values(replies).execute();
    const seen: number[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const answer = await owner.call("GET", `/api/tracks/${track}/journal/${cursor && `?cursor=${cursor}`}`);
      expect(answer.bytes.length).toBeLessThan(2 * LIMITS.journal_page_bytes);
      for (const one of answer.body.results as Journal[]) {
        seen.push(one.id);
        if (one.id === entry.id) continue;
        expect([one.replies.length, one.reply_count]).toEqual([LIMITS.journal_replies_listed, count]);
        expect(one.replies.at(-1)!.content.startsWith(`${count - 1} `)).toBe(true);
      }
      cursor = answer.body.next;
    }
    expect(seen).toEqual([...ids.reverse(), entry.id]);
    expect((await owner.call("GET", `/api/journals/${ids[0]}/`)).body.replies).toHaveLength(count);
    // Back again, newest first.
    const last = await owner.call("GET", `/api/tracks/${track}/journal/`);
    const second = await owner.call("GET", `/api/tracks/${track}/journal/?cursor=${last.body.next}`);
    const first = await owner.call("GET", `/api/tracks/${track}/journal/?cursor=${second.body.previous}`);
    expect(first.body.results).toEqual(last.body.results);
  });
});
