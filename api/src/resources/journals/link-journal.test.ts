import sharp from "sharp";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { idOf, insertTrack } from "../../../test/rows.ts";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import type { Journal, JournalPage } from "./schema.ts";

onEveryDatabase("the journal of a race by its share link", (at) => {
  let coach: Person;
  let ada: Person;
  let ben: Person;
  let dan: Person;
  let stranger: Person;
  let race: number;
  let share_id: string;
  let by_ada: Journal;

  const track = (person: Person, permissions: "PUBLIC" | "PRIVATE") =>
    insertTrack(at().context.db, person, { permissions });
  const newRace = async (tracks: number[]) => {
    const { db } = at().context;
    const values = { user_id: idOf(coach), name: "Race" };
    const { id } = await db.insertInto("races").values(values).returning("id").executeTakeFirstOrThrow();
    await db
      .insertInto("race_tracks")
      .values(tracks.map((track_id) => ({ race_id: id, track_id })))
      .execute();
    return id;
  };
  const write = async (by: Person, content: string, more: object = {}): Promise<Journal> =>
    (await by.call("POST", "/api/journals/", { json: { race, content, ...more } })).body;
  const reply = (by: Person, content: string, to: Journal) =>
    by.call("POST", `/api/journals/${to.id}/reply/`, { json: { content } });
  const addPhoto = async (by: Person, { id }: Journal) => {
    const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } });
    const form = new FormData();
    form.append("file", new File([(await picture.png().toBuffer()) as BlobPart], "a.png"));
    return by.call("POST", `/api/journals/${id}/photo/`, { form });
  };
  const list = async (by: Pick<Person, "call"> = at()): Promise<JournalPage> => {
    const { status, body } = await by.call("GET", `/api/races/${race}/journal/?share_id=${share_id}`);
    expect(status).toBe(200);
    return body;
  };
  const shown = ({ results }: JournalPage) =>
    results.map(({ content, replies }) => [content, ...replies.map((one) => one.content)]);
  const answer = (allow: boolean) => ada.call("PUT", `/api/race-consents/${race}/`, { json: { allow } });

  beforeAll(async () => {
    const names = ["Coach", "Ada", "Ben", "Dan", "Stranger"];
    [coach, ada, ben, dan, stranger] = (await Promise.all(names.map((name) => at().signUp(name)))) as [
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    const { db } = at().context;
    const team = await db.insertInto("teams").values({ name: "T" }).returning("id").executeTakeFirstOrThrow();
    const member = (person: Person, role: "COACH" | "ATHLETE") =>
      ({ team_id: team.id, user_id: idOf(person), role, accepted: true }) as const;
    await db
      .insertInto("team_members")
      .values([member(coach, "COACH"), member(ada, "ATHLETE"), member(ben, "ATHLETE"), member(dan, "COACH")])
      .execute();
  });

  beforeEach(async () => {
    race = await newRace([await track(coach, "PUBLIC"), await track(ben, "PUBLIC"), await track(ada, "PRIVATE")]);
    share_id = (await coach.call("POST", `/api/races/${race}/share/`, { json: {} })).body.share_id;
    const regatta_report = {
      name: "Kiel Week",
      number_competitors: 3,
      start_date: "2026-06-20",
      end_date: "2026-06-21",
      competitor_results: [
        { user: idOf(ada), finish_position: 1 },
        { user: idOf(ben), finish_position: 2 },
        { name: "Ada of the other club", finish_position: 3 },
      ],
    };
    const by_coach = await write(coach, "by the coach", { regatta_report });
    by_ada = await write(ada, "by Ada, who is left out");
    const by_ben = await write(ben, "by Ben");
    await write(dan, "by Dan, who did not sail");
    await reply(ada, "Ada to the coach", by_coach);
    await reply(ben, "Ben to the coach", by_coach);
    await reply(dan, "Dan to Ben", by_ben);
    await reply(ben, "Ben to Ada", by_ada);
    expect((await addPhoto(ada, by_ada)).status).toBe(201);
  });

  it("shows entries, replies and results of the coach and of those alone whose boat is in the link", async () => {
    const page = await list();
    expect(shown(page)).toEqual([["by Ben"], ["by the coach", "Ben to the coach"]]);
    const report = page.results[1]!.regatta_report!;
    expect(report.competitor_results.map(({ user, name }) => [user, name])).toEqual([[idOf(ben), null]]);
    expect(JSON.stringify(page)).not.toMatch(/Ada|Dan/);
    // Those who may view the race read all of it.
    expect(shown(await list(ben)).length).toBe(4);
    expect(JSON.stringify(await list(ben))).toContain("Ada of the other club");
  });

  it("shows those of a sailor with a private track from the consent to its end, and no photo after it", async () => {
    await answer(true);
    const page = await list();
    expect(shown(page)).toEqual([
      ["by Ben"],
      ["by Ada, who is left out", "Ben to Ada"],
      ["by the coach", "Ada to the coach", "Ben to the coach"],
    ]);
    const { file } = page.results[1]!.photos[0]!;
    expect((await at().call("GET", file)).status).toBe(200);
    await answer(false);
    expect(shown(await list()).length).toBe(2);
    expect((await at().call("GET", file)).status).toBe(404);
  });

  it("shows nothing of a coach whose own boat is left out of it", async () => {
    const tracks = [await track(coach, "PRIVATE"), await track(ben, "PUBLIC"), await track(ada, "PRIVATE")];
    race = await newRace(tracks);
    await answer(true);
    share_id = (await coach.call("POST", `/api/races/${race}/share/`, { json: {} })).body.share_id;
    await write(coach, "by the coach");
    expect(shown(await list())).toEqual([["by the coach"]]);
    await coach.call("PUT", `/api/race-consents/${race}/`, { json: { allow: false } });
    expect(shown(await list())).toEqual([]);
    // No boat remains in the link.
    await answer(false);
    await ben.call("PATCH", `/api/tracks/${tracks[1]}/`, { json: { permissions: "PRIVATE" } });
    expect(shown(await list())).toEqual([]);
    const { db } = at().context;
    await db.deleteFrom("race_tracks").where("race_id", "=", race).where("track_id", "=", tracks[0]!).execute();
    expect(shown(await list())).toEqual([["by the coach"]]);
  });

  it("is the same with another account, which reads the race by the link alone", async () => {
    race = await newRace([await track(coach, "PRIVATE"), await track(ben, "PRIVATE"), await track(ada, "PRIVATE")]);
    for (const person of [ben, ada]) {
      await person.call("PUT", `/api/race-consents/${race}/`, { json: { allow: true } });
    }
    share_id = (await coach.call("POST", `/api/races/${race}/share/`, { json: {} })).body.share_id;
    const entry = await write(ada, "by Ada");
    await addPhoto(ada, entry);
    await write(dan, "by Dan");
    const page = await list(stranger);
    expect(page).toEqual(await list());
    expect(shown(page)).toEqual([["by Ada"]]);
    expect(page.results[0]!.can).toEqual({ edit: false, delete: false, reply: false, hide: false });
    expect((await at().call("GET", page.results[0]!.photos[0]!.file)).status).toBe(200);
  });
});
