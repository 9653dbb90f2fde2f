import { randomUUID } from "node:crypto";
import { readFixture } from "@leebow/fixtures";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person, processed, type TestServer } from "../../../test/test-server.ts";
import type { Journal, JournalPage, Track } from "../../app/contract.ts";

const KITE = "formula-kite-palma.vakaros.csv";

/** A track's row alone. */
async function trackOf(at: TestServer, { session }: Person, permissions: "PUBLIC" | "PRIVATE" = "PUBLIC") {
  const row = await at.context.db
    .insertInto("tracks")
    .values({
      user_id: session.user.id,
      boat_name: "49er",
      permissions,
      file_name: "a.gpx",
      source_key: `sources/${randomUUID()}.gpx`,
      source_bytes: 1,
      processing_status: 3,
      sort_time: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

async function join(at: TestServer, members: [Person, "COACH" | "ATHLETE"][]) {
  const { db } = at.context;
  const team = await db
    .insertInto("teams")
    .values({ name: "Squad", created_by: members[0]![0].session.user.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = members.map(([{ session }, role]) => ({ team_id: team.id, user_id: session.user.id, role }));
  await db.insertInto("team_members").values(rows).execute();
  return team.id;
}

const write = async (by: Person, json: object) => {
  const { status, body } = await by.call("POST", "/api/journals/", { json });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as Journal;
};

onEveryDatabase("a journal", (at) => {
  let ada: Person;
  let coach: Person;
  let stranger: Person;
  let kite: Track;
  let straights: number[];
  beforeAll(async () => {
    ada = await at().signUp("Ada");
    coach = await at().signUp("Coach");
    stranger = await at().signUp("Stranger");
    await join(at(), [
      [coach, "COACH"],
      [ada, "ATHLETE"],
    ]);
    kite = await ada.upload(KITE, readFixture(KITE), { boat_name: "Formula Kite", permissions: "PRIVATE" });
    const { body } = await ada.call("GET", `/api/tracks/${kite.id}/analysis/`);
    straights = body.files[0].straights.map(({ id }: { id: number }) => id);
  });
  const entry = (by: Person, id: number) => by.call("GET", `/api/journals/${id}/`);

  it("is empty before the first entry", async () => {
    const none = { results: [], next: null, previous: null };
    expect((await stranger.call("GET", "/api/journals/")).body).toEqual(none);
    const track = await trackOf(at(), stranger);
    expect((await stranger.call("GET", `/api/tracks/${track}/journal/`)).body).toEqual(none);
  });

  it("keeps a note with its tags, each once, in their order", async () => {
    const track = await trackOf(at(), ada);
    const tags = ["Speed/Tuning", "Local Knowledge", "Speed/Tuning", "my own"].map((value) => ({ value }));
    const note = await write(ada, { id: 7, track, content: " Fast upwind ", tags });
    expect(note).toMatchObject({
      track,
      race: null,
      jType: null,
      content: "Fast upwind",
      author: { id: ada.session.user.id, first_name: "Ada", last_name: "Lovelace", profile_img: null },
      photos: [],
      replies: [],
      regatta_report: null,
      feel: -1,
      kite_brand: null,
      straight_analysis_id: null,
      straight_analysis_segments: [],
      s_point: null,
      can: { edit: true, delete: true, reply: true, hide: false },
    });
    expect(note.tags.map(({ value }) => value)).toEqual(["Speed/Tuning", "Local Knowledge", "my own"]);
    expect((await entry(ada, note.id)).body).toEqual(note);
    const json = { content: "Slow", tags: [{ value: "my own" }, { value: "Boat Handling" }] };
    const changed = (await ada.call("PUT", `/api/journals/${note.id}/`, { json })).body as Journal;
    expect(changed).toMatchObject({ track, content: "Slow", created: note.created });
    expect(changed.tags[0]).toEqual(note.tags[2]);
    expect(changed.modified > note.modified).toBe(true);
    expect((await ada.call("DELETE", `/api/journals/${note.id}/`)).status).toBe(204);
    expect((await entry(ada, note.id)).status).toBe(404);
  });

  it("names its track, with the times and the map, to those who may view it", async () => {
    const note = await write(ada, { track: kite.id, content: "Powered" });
    expect(note.subject).toEqual({
      name: "Ada Lovelace",
      boat_name: "Formula Kite",
      start_time: kite.start_time,
      end_time: kite.end_time,
      tz: kite.tz,
      location: kite.location,
      static_map: expect.stringContaining("/files/results/"),
      static_map_dark: expect.stringContaining("/files/results/"),
    });
    expect((await write(ada, { content: "About nothing" })).subject).toBeNull();
    const shown = await at().call("GET", note.subject!.static_map_dark!);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("is counted on the cards of its track", async () => {
    const [one, two] = [await trackOf(at(), ada), await trackOf(at(), ada)];
    for (const content of ["a", "b"]) await write(ada, { track: one, content });
    await write(coach, { track: one, content: "c" });
    const { body } = await ada.call("GET", "/api/tracks/?owner=mine");
    const counts = new Map((body.results as Track[]).map(({ id, journal_count }) => [id, journal_count]));
    expect([counts.get(one), counts.get(two)]).toEqual([3, 0]);
  });

  it("has notes on kite and foil for boats with kites alone", async () => {
    const fields = { kite_brand: "Ozone", kite_model: "R1 V4", kite_size: "11", foil_brand: "Levitaz", feel: 4 };
    const note = await write(ada, { track: kite.id, jType: "kite", ...fields });
    expect(note).toMatchObject({ jType: "kite", content: "", foil_wing: null, ...fields });
    const sentence = ["Kite notes are for tracks of a boat class with kites."];
    const skiff = await trackOf(at(), ada);
    for (const json of [
      { track: skiff, jType: "kite", content: "a" },
      { track: skiff, kite_brand: "Ozone", content: "a" },
      { jType: "kite", content: "a" },
    ]) {
      expect(await ada.call("POST", "/api/journals/", { json })).toMatchObject({
        status: 400,
        body: { jType: sentence },
      });
    }
    for (const feel of [0, 6, 2.5, "4"]) {
      const json = { track: kite.id, jType: "kite", feel };
      expect((await ada.call("POST", "/api/journals/", { json })).body.feel).toEqual(["feel is 1 to 5, or -1."]);
    }
  });

  it("marks a section of a track with a gold star, which needs a name and both ends", async () => {
    const star = { track: kite.id, jType: "star", content: "Start", tags: [{ value: "tactics" }] };
    const section = { s_point: "2026-07-01T10:00:00Z", e_point: "2026-07-01T12:01:00.5+02:00" };
    const made = await write(ada, { ...star, ...section });
    expect(made).toMatchObject({ jType: "star", s_point: "2026-07-01T10:00:00.000Z" });
    expect(made.e_point).toBe("2026-07-01T10:01:00.500Z");
    expect(made.static_map).toMatch(/^\/api\/files\/results\//);
    expect((await at().call("GET", made.static_map!)).status).toBe(200);
    for (const [change, field, sentence] of [
      [{ content: " " }, "content", "Content required"],
      [{ s_point: null }, "s_point", "Choose the start and the end of the section."],
      [{ s_point: null, e_point: null }, "s_point", "Choose the start and the end of the section."],
      [{ e_point: section.s_point }, "e_point", "The section ends before it begins."],
      [{ s_point: "10" }, "s_point", "Write times as 2026-07-30T12:34:56Z."],
      [{ track: null }, "track", "Choose a track or a race."],
    ] as const) {
      const { status, body } = await ada.call("POST", "/api/journals/", { json: { ...star, ...section, ...change } });
      expect([status, body[field]]).toEqual([400, [sentence]]);
    }
  });

  it("refers to straight segments, also after the track was analysed again", async () => {
    const some = straights.slice(0, 2);
    const made = await write(ada, { track: kite.id, jType: "straight", straight_analysis_segments: some });
    expect(made.straight_analysis_segments.map(({ id }) => id)).toEqual(some);
    expect(made.straight_analysis_segments[0]).toMatchObject({ name: expect.stringMatching(/\d/) });
    await ada.call("PATCH", `/api/tracks/${kite.id}/`, { json: { wind_hint_deg: 40 } });
    await processed(ada.call, kite.id);
    const again = (await entry(ada, made.id)).body as Journal;
    expect(again.straight_analysis_segments.map(({ id }) => id).sort()).toEqual([...some].sort());
    const { body } = await ada.call("PUT", `/api/journals/${made.id}/`, { json: again });
    expect(body.straight_analysis_segments).toEqual(again.straight_analysis_segments);
    const other = await trackOf(at(), ada);
    for (const json of [
      { track: other, jType: "straight", straight_analysis_segments: some },
      { track: kite.id, jType: "straight", straight_analysis_segments: [2 ** 31 - 1] },
    ]) {
      expect(await ada.call("POST", "/api/journals/", { json })).toMatchObject({
        status: 400,
        body: { straight_analysis_segments: ["Choose straight segments of this track."] },
      });
    }
  });

  it("is read by those who may view its track, and by its author when the track is no longer shared", async () => {
    const track = await trackOf(at(), ada);
    const [by_owner, by_stranger] = [
      await write(ada, { track, content: "mine" }),
      await write(stranger, { track, content: "yours" }),
    ];
    const statuses = async () => {
      const read = (by: Person) =>
        Promise.all([by_owner, by_stranger].map(async ({ id }) => (await entry(by, id)).status));
      return [await read(ada), await read(coach), await read(stranger)];
    };
    expect(await statuses()).toEqual([
      [200, 200],
      [200, 200],
      [200, 200],
    ]);
    await ada.call("PATCH", `/api/tracks/${track}/`, { json: { permissions: "PRIVATE" } });
    expect(await statuses()).toEqual([
      [200, 200],
      [200, 200],
      [404, 200],
    ]);
    expect((await stranger.call("GET", `/api/tracks/${track}/journal/`)).status).toBe(404);
    const absent = await stranger.call("POST", "/api/journals/", { json: { track: 2 ** 31 - 1, content: "a" } });
    const denied = await stranger.call("POST", "/api/journals/", { json: { track, content: "a" } });
    expect([denied.status, denied.body]).toEqual([404, absent.body]);
  });

  it("lists the own entries, those of the teams, and those about the own tracks; not those of strangers", async () => {
    const [one, two] = [await at().signUp("One"), await at().signUp("Two")];
    const team = await join(at(), [
      [two, "COACH"],
      [one, "ATHLETE"],
    ]);
    const track = await trackOf(at(), one);
    const far = await trackOf(at(), stranger);
    const texts = async (by: Person) =>
      (await by.call("GET", "/api/journals/")).body.results.map((j: Journal) => j.content);
    await write(one, { content: "about nothing" });
    await write(two, { track, content: "by the coach" });
    await write(stranger, { track, content: "by a stranger" });
    await write(stranger, { track: far, content: "elsewhere" });
    await write(one, { track: far, content: "on the stranger's" });
    expect(await texts(one)).toEqual(["on the stranger's", "by a stranger", "by the coach", "about nothing"]);
    expect(await texts(two)).toEqual(["on the stranger's", "by the coach", "about nothing"]);
    await at().context.db.deleteFrom("team_members").where("team_id", "=", team).execute();
    expect(await texts(two)).toEqual(["by the coach"]);
  });

  it("is searched by words of the text, the tags, the regatta, the replies and the author", async () => {
    const one = await at().signUp("Grace");
    const a = await write(one, { content: "100%_sure of the left", tags: [{ value: "Local Knowledge" }] });
    const dates = { start_date: "2026-07-01", end_date: "2026-07-04" };
    const b = await write(one, { regatta_report: { name: "Kieler Woche", number_competitors: 30, ...dates } });
    await one.call("POST", `/api/journals/${b.id}/reply/`, { json: { content: "Well sailed" } });
    const found = async (search: string) =>
      (await one.call("GET", `/api/journals/?search=${encodeURIComponent(search)}`)).body.results.map(
        ({ id }: Journal) => id,
      );
    expect(await found("LEFT sure")).toEqual([a.id]);
    expect(await found("%_")).toEqual([a.id]);
    expect(await found("knowledge")).toEqual([a.id]);
    expect(await found("kieler sailed")).toEqual([b.id]);
    expect(await found("grace")).toEqual([b.id, a.id]);
    expect(await found("x_y")).toEqual([]);
  });

  it("is paged without doubles or gaps while entries are added", async () => {
    const one = await at().signUp("Page");
    const ids: number[] = [];
    for (let i = 0; i < 45; i++) ids.unshift((await write(one, { content: `entry ${i}` })).id);
    const page = async (cursor: string | null) =>
      (await one.call("GET", `/api/journals/?cursor=${cursor ?? ""}`)).body as JournalPage;
    const first = await page(null);
    const late = await write(one, { content: "late" });
    const second = await page(first.next);
    const third = await page(second.next);
    const all = [first, second, third].flatMap(({ results }) => results.map(({ id }) => id));
    expect(all).toEqual(ids);
    expect([first.previous, third.next]).toEqual([null, null]);
    const back = await page(second.previous);
    expect(back.results).toEqual(first.results);
    expect((await page(back.previous)).results.map(({ id }) => id)).toEqual([late.id]);
    expect((await one.call("GET", "/api/journals/?cursor=abc")).body).toEqual({
      cursor: ["This page is not known. Start from the first one."],
    });
  });

  it("keeps markup and formulas as the texts they are", async () => {
    const texts = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "=1+1", "'; drop table journals; --"];
    for (const content of texts) {
      const { id } = await write(ada, { content, tags: [{ value: content.slice(0, 50) }] });
      const answer = await entry(ada, id);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
      expect([answer.body.content, answer.body.tags[0].value]).toEqual([content, content]);
    }
  });

  it("goes with its track, its author and its team's past, and leaves no file", async () => {
    const [owner, guest] = [await at().signUp("Owner"), await at().signUp("Guest")];
    const track = await trackOf(at(), owner);
    const made = await write(guest, { track, content: "gone soon" });
    expect((await owner.call("DELETE", `/api/tracks/${track}/`)).status).toBe(204);
    expect((await entry(guest, made.id)).status).toBe(404);
    const note = await write(guest, { content: "mine" });
    await at().context.db.deleteFrom("users").where("id", "=", guest.session.user.id).execute();
    const left = at().context.db.selectFrom("journals").select("id").where("id", "in", [made.id, note.id]);
    expect(await left.execute()).toEqual([]);
  });

  it.each([
    [{}, "content", "Content required"],
    [{ content: "" }, "content", "Content required"],
    [{ content: 5 }, "content", "Write a text."],
    [{ content: "x".repeat(10_001) }, "content", "Write at most 10000 characters."],
    [{ content: "a", tags: [{ value: "" }] }, "tags.0.value", "Write the tag."],
    [{ content: "a", jType: "note" }, "jType", "jType is kite, star or straight."],
    [{ content: "a", track: 1, race: 1 }, "race", "An entry is about a track or a race, not both."],
    [{ jType: "straight" }, "track", "Choose a track."],
  ])("refuses %j with a message", async (json, field, sentence) => {
    const { status, body } = await ada.call("POST", "/api/journals/", { json });
    expect([status, body[field]]).toEqual([400, [sentence]]);
  });
});
