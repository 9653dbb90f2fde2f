import { readFixture } from "@leebow/fixtures";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import type { Segment, Track, TrackDetail, TrackSegment, UserTag } from "../../app/contract.ts";
import { enqueueOutdated } from "../tracks/scans.ts";

onEveryDatabase("the segments of a track", (at) => {
  let ada: Person;
  let coach: Person;
  let track: Track;
  let tag: UserTag;
  beforeAll(async () => {
    ada = await at().signUp();
    coach = await at().signUp("Coach");
    track = await ada.upload("kiel.fit", readFixture("49er-kiel.fit"));
    tag = await tagOf(ada, "flat water");
    const { db } = at().context;
    const team = await db.insertInto("teams").values({ name: "Skiffs" }).returning("id").executeTakeFirstOrThrow();
    const member = (person: Person, role: "COACH" | "ATHLETE") => ({
      team_id: team.id,
      user_id: person.session.user.id,
      role,
    });
    await db
      .insertInto("team_members")
      .values([member(coach, "COACH"), member(ada, "ATHLETE")])
      .execute();
  });

  const tagOf = async (person: Person, value: string): Promise<UserTag> =>
    (await person.call("POST", "/api/user-tags/", { json: { value } })).body.tag;
  const segments = async (person = ada): Promise<TrackSegment[]> =>
    ((await person.call("GET", `/api/tracks/${track.id}/`)).body as TrackDetail).segments;
  const link = (method: string, id: number, tag_id: number, person = ada, of = track.id) =>
    person.call(method, `/api/segments/${id}/tags/`, { json: { tag_id, track: of } });
  const add = (json: object, person = ada) =>
    person.call("POST", "/api/segments/", { json: { track: track.id, ...json } });
  const after = (s: number) => new Date(Date.parse(track.start_time!) + s * 1000).toISOString();

  it("have tag, label and colour of their kind, and no tags of the user at first", async () => {
    const found = await segments();
    const tack = found.find(({ label }) => label === "T")!;
    expect(tack).toMatchObject({ tag: "T", label: "T", color: "#d55e00", user_tags: [] });
    const catalogue = (await ada.call("GET", "/api/tags/")).body.tags;
    for (const { label, color } of found) {
      expect(catalogue).toContainEqual(expect.objectContaining({ value: label, color, of: ["segment"] }));
    }
  });

  it("share a catalogue of tags with notes and gold stars", async () => {
    const { tags } = (await ada.call("GET", "/api/tags/")).body;
    const of = (thing: string) => tags.filter((one: { of: string[] }) => one.of.includes(thing));
    expect(of("star").map((one: { value: string }) => one.value)).toEqual([
      "speed",
      "boathandling",
      "tactics",
      "localknowledge",
    ]);
    expect(of("note").map((one: { label: string }) => one.label)).toEqual([
      "Local Knowledge",
      "Speed/Tuning",
      "Boat Handling",
    ]);
    expect(of("segment")).toHaveLength(11);
  });

  it("can be read one by one, with the metrics of the maneuver", async () => {
    const tack = (await segments()).find(({ label }) => label === "T")!;
    const { body } = await ada.call("GET", `/api/segments/${tack.id}/`);
    expect(body).toMatchObject({ ...tack, track: track.id, present: true, processing_status: 3 });
    expect(body.metric).toMatchObject({
      label: "T",
      segment_name: tack.seg_name,
      duration: expect.stringMatching(/^\d+:\d\d:\d\d$/),
    });
  });

  it("are tagged and untagged by their sailor, as often as one likes", async () => {
    const [first] = await segments();
    for (let i = 0; i < 2; i++) {
      const { status, body } = await link("POST", first!.id, tag.id);
      expect([status, body.user_tags]).toEqual([200, [tag]]);
    }
    expect((await segments())[0]!.user_tags).toEqual([tag]);
    for (let i = 0; i < 2; i++) {
      const { status, body } = await link("DELETE", first!.id, tag.id);
      expect([status, body.user_tags]).toEqual([200, []]);
    }
  });

  it("keep their tags when the track is analysed again, and are found by the same ids", async () => {
    const before = (await segments()).filter(({ label }) => label === "T" || label === "S");
    for (const { id } of before.slice(0, 6)) await link("POST", id, tag.id);
    await ada.call("PATCH", `/api/tracks/${track.id}/`, { json: { wind_hint_deg: 225 } });
    await processed(ada.call, track.id);
    await at().context.db.updateTable("tracks").set({ engine: "0.0.1" }).where("id", "=", track.id).execute();
    await enqueueOutdated(at().context);
    await processed(ada.call, track.id);
    const again = new Map((await segments()).map((one) => [one.id, one.user_tags]));
    const tagged = before.slice(0, 6).map(({ id }) => again.get(id));
    expect(tagged).toEqual(tagged.map(() => [tag]));
    for (const { id } of before.slice(0, 6)) await link("DELETE", id, tag.id);
  });

  it("are not tagged by a coach whose team the sailor has not joined yet", async () => {
    const { db } = at().context;
    const accepted = (value: boolean) =>
      db.updateTable("team_members").set({ accepted: value }).where("user_id", "=", ada.session.user.id).execute();
    const own = await tagOf(coach, "not yet");
    const [first] = await segments();
    await accepted(false);
    const { status } = await link("POST", first!.id, own.id, coach);
    await accepted(true);
    expect(status).toBe(403);
  });

  it("are tagged by a coach of the sailor, whose tags the sailor does not see", async () => {
    const [first] = await segments();
    const own = await tagOf(coach, "too slow");
    await link("POST", first!.id, tag.id);
    const { status, body } = await link("POST", first!.id, own.id, coach);
    expect([status, body.user_tags]).toEqual([200, [own]]);
    expect((await segments())[0]!.user_tags).toEqual([tag]);
    expect((await segments(coach))[0]!.user_tags).toEqual([own]);
    await link("DELETE", first!.id, tag.id);
  });

  it("are not tagged by strangers, with the tags of others, or under another track", async () => {
    const stranger = await at().signUp("Stranger");
    const [first] = await segments();
    const own = await tagOf(stranger, "mine");
    const refused = await link("POST", first!.id, own.id, stranger);
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      "Tags are for the sailor of a track and the sailor's coaches.",
    ]);
    expect((await link("POST", first!.id, own.id)).body).toEqual({
      tag_id: ["This tag does not exist, or is not yours."],
    });
    expect((await link("POST", first!.id, tag.id, ada, track.id + 1)).body).toEqual({
      track: ["This segment is not one of this track's."],
    });
    expect((await segments())[0]!.user_tags).toEqual([]);
    await ada.call("PATCH", `/api/tracks/${track.id}/`, { json: { permissions: "PRIVATE" } });
    for (const answer of [
      await link("POST", first!.id, own.id, stranger),
      await link("POST", 2 ** 31 - 2, own.id, stranger),
    ]) {
      expect([answer.status, answer.body.detail]).toEqual([
        404,
        "This segment does not exist, or is not shared with you.",
      ]);
    }
    await ada.call("PATCH", `/api/tracks/${track.id}/`, { json: { permissions: "PUBLIC" } });
  });

  it("are added by hand, under an id that the analysis keeps, with the tags given meanwhile", async () => {
    const { status, body } = await add({ tag: "H", start_time: after(2), end_time: after(9) });
    expect(status).toBe(201);
    expect(body).toMatchObject({ label: "H", seg_name: "Stop", present: false, processing_status: 4, metric: null });
    expect((await link("POST", body.id, tag.id)).status).toBe(200);
    await processed(ada.call, track.id);
    const found = (await segments()).find(({ id }) => id === body.id);
    expect(found).toMatchObject({ label: "H", start_time: after(2), end_time: after(9), user_tags: [tag] });
    const { corrections } = (await ada.call("GET", `/api/tracks/${track.id}/corrections/`)).body;
    expect(corrections).toEqual([{ action: "add", kind: "stop", start_time: after(2), end_time: after(9) }]);
  });

  it("that exist are answered instead of being added twice", async () => {
    const tack = (await segments()).find(({ label }) => label === "T")!;
    const { status, body } = await add({ tag: "T", start_time: tack.start_time, end_time: tack.end_time });
    expect([status, body.id, body.processing_status]).toEqual([200, tack.id, 3]);
  });

  it("can be read after they are no longer found", async () => {
    const stop = (await segments()).find(({ label }) => label === "H")!;
    await ada.call("DELETE", `/api/tracks/${track.id}/corrections/`);
    await processed(ada.call, track.id);
    const { body }: { body: Segment } = await ada.call("GET", `/api/segments/${stop.id}/`);
    expect(body).toMatchObject({ present: false, start: null, metric: null, user_tags: [tag] });
  });

  it.each([
    [
      "an end before the start",
      { tag: "T", start_time: 20, end_time: 10 },
      "end_time",
      "The end lies after the start.",
    ],
    [
      "times before the recording",
      { tag: "T", start_time: -90, end_time: -80 },
      "start_time",
      "These times lie outside the recording.",
    ],
    ["a kind nobody knows", { tag: "Z", start_time: 1, end_time: 10 }, "tag", /./],
  ])("are not added for %s", async (_, { tag: letter, start_time, end_time }, field, sentence) => {
    const { status, body } = await add({ tag: letter, start_time: after(start_time), end_time: after(end_time) });
    expect(status).toBe(400);
    expect(body[field][0]).toMatch(sentence);
  });

  it("are added by their sailor alone, on a track that is analysed", async () => {
    const stop = { tag: "H", start_time: after(2), end_time: after(9) };
    expect((await add(stop, coach)).status).toBe(403);
    expect((await add({ ...stop, track: 2 ** 31 - 2 })).status).toBe(404);
    const broken = await ada.upload("text.gpx", readFixture("broken/no-positions.gpx"));
    const { status, body } = await add({ ...stop, track: broken.id });
    expect([status, body.detail]).toEqual([409, "Track is pending now, try again in a few seconds"]);
  });
});
