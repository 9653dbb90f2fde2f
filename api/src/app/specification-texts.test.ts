import { randomUUID } from "node:crypto";
import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { listenTo, type Speaker, wrongSpeakers } from "../../test/heard-texts.ts";
import { onEveryDatabase, type Person, trackForm } from "../../test/test-server.ts";
import { until } from "../../test/until.ts";
import { uploadWind, windLog } from "../../test/wind.ts";
import { RACE_WIND } from "../resources/races/race-wind.ts";
import type { Race, Track, TrackDetail, WindFile } from "./contract.ts";

/** The texts of the specification on tracks, races, wind and journals, and who says them. */
const TEXTS: Record<string, Speaker> = {
  "Boat Class required": "server",
  "Track File required": "server",
  "Please select at least 2 tracks.": "server",
  "Number of competitors required": "server",
  "Reply content is required.": "server",
  "Track is pending now, try again in a few seconds": "server",
  "There was an error processing this race.": "server",
  "There was an error processing this track.": "screens: status 2; the server's sentence says why",
  "There was an error processing this wind file.": "screens: status 2; the server's sentence says why",
  "Track processing has ended with errors.": "screens: status 2 while polling",
  "Could not retrieve data. Please check back later.": "screens: after 120 polls",
  "Race wind data is updating": "screens: status 4",
  "Wind data is processing.": "screens: status 1",
  "Could not create that tag. Please try again.": "screens: 400 of POST /user-tags/",
  "No Report for Download": "screens: 204 of the CSV",
  "Failed to delete the wind file.": "screens: 403 or 404 of the DELETE",
  "Race tracks successfully updated.": "screens: 200 of the PATCH",
  "Race has been deleted.": "screens: 204",
  "Track has been deleted.": "screens: 204",
  "Track has been updated.": "screens: 200 of the PATCH",
  "Tag created successfully.": "screens: 201 of POST /user-tags/",
  "Wind file deleted successfully.": "screens: 204",
  "No Tracks Match Your Search": "screens: an empty page",
};

const NOT_YOURS = { detail: "This is not yours to change.", code: "forbidden" };
const absent = (what: string) => ({ detail: `${what} does not exist, or is not shared with you.`, code: "not_found" });

onEveryDatabase("the texts on tracks, races, wind and journals", (at) => {
  const { heard, signUp } = listenTo(at);
  let [ada, coach, boss, mentor, bystander] = [] as unknown as Person[] as [Person, Person, Person, Person, Person];
  let track: Track;
  let second: Track;
  let wind: WindFile;

  const grant = (person: Person, column: "role" | "enabled_features", value: string) =>
    sql`update users set ${sql.ref(column)} = ${sql.raw(value)} where id = ${person.session.user.id}`.execute(
      at().context.db,
    );
  beforeAll(async () => {
    ada = await signUp("Ada");
    coach = await signUp("Coach");
    boss = await signUp("Boss");
    mentor = await signUp("Mentor");
    bystander = await signUp("Bystander");
    await grant(coach, "enabled_features", `'["athlete", "coach_tools"]'`);
    await grant(boss, "role", "1");
    await grant(mentor, "role", "2");
    const gpx = readFixture("j70-with-wind-log.gpx");
    track = await ada.upload("first.gpx", gpx, { boat_name: "J70" });
    second = await ada.upload("second.gpx", gpx, { boat_name: "J70" });
    wind = await uploadWind(at(), ada, windLog());
  }, 120_000);

  /** A track whose analysis has not begun. */
  const pendingTrack = async () => {
    const row = {
      user_id: ada.session.user.id,
      boat_name: "J70",
      permissions: "PUBLIC" as const,
      file_name: "pending.gpx",
      source_key: `sources/${randomUUID()}.gpx`,
      source_bytes: 1,
      processing_status: 1 as const,
      sort_time: new Date(),
    };
    return (await at().context.db.insertInto("tracks").values(row).returning("id").executeTakeFirstOrThrow()).id;
  };
  const said = async (answer: ReturnType<Person["call"]>) => {
    const { status, body } = await answer;
    return [status, body];
  };
  const send = (person: Person, method: string, path: string, json?: unknown) =>
    said(person.call(method, `/api/${path}`, json === undefined ? {} : { json }));
  const createRace = async (name?: string): Promise<Race> =>
    (await send(coach, "POST", "races/", { tracks: [track.id, second.id], name }))[1];
  const createNote = async (content = "Port side pays"): Promise<number> =>
    (await send(ada, "POST", "journals/", { track: track.id, content }))[1].id;

  it("tell who uploads nothing what an upload needs, both at once", async () => {
    expect(await said(ada.call("POST", "/api/tracks/", { form: new FormData() }))).toEqual([
      400,
      { boat_name: ["Boat Class required"], file: ["Track File required"] },
    ]);
  });

  it.each(["photo.jpg", "track.ods", "session.fit.exe", "fit"])(
    "name the three types to who uploads %s",
    async (name) => {
      const [status, body] = await said(ada.call("POST", "/api/tracks/", { form: trackForm(name, Buffer.from("x")) }));
      expect([status, Object.keys(body)]).toEqual([400, ["file"]]);
      expect(body.file).toEqual([expect.stringMatching(/^This is a .*Leebow reads \.fit, \.gpx and \.csv: export/)]);
    },
  );

  it("tell who uploads two recordings at once to choose one", async () => {
    const form = trackForm("a.gpx", Buffer.from("<gpx/>"));
    form.append("file", new File(["<gpx/>"], "b.gpx"));
    const [status, body] = await said(ada.call("POST", "/api/tracks/", { form }));
    expect([status, body]).toEqual([400, { file: [expect.stringMatching(/one/i)] }]);
  });

  it("make an upload Public unless Private was chosen", async () => {
    expect([track.permissions, second.permissions]).toEqual(["PUBLIC", "PUBLIC"]);
    const change = (permissions: string) => ada.call("PATCH", `/api/tracks/${second.id}/`, { json: { permissions } });
    expect((await change("PRIVATE")).body.permissions).toBe("PRIVATE");
    expect(await send(bystander, "GET", `tracks/${second.id}/`)).toEqual([404, absent("This track")]);
    expect((await change("PUBLIC")).body.permissions).toBe("PUBLIC");
    expect((await change("FRIENDS")).status).toBe(400);
  });

  it.each([[" "], [""], [null]])("do not take %j for the boat class of a track", async (boat_name) => {
    expect(await send(ada, "PATCH", `tracks/${track.id}/`, { boat_name })).toEqual([
      400,
      { boat_name: ["Boat Class required"] },
    ]);
  });

  it("ask who opens a track too early to try again in a few seconds", async () => {
    const id = await pendingTrack();
    const pending = { detail: "Track is pending now, try again in a few seconds", code: "track_pending" };
    expect(await send(ada, "GET", `tracks/${id}/`)).toMatchObject([200, { id, processing_status: 1, trackpoints: [] }]);
    for (const part of ["analysis", "columns", "map"]) {
      expect(await send(ada, "GET", `tracks/${id}/${part}/`), part).toEqual([404, pending]);
    }
    const segment = { track: id, tag: "T", start_time: "2026-11-14T16:22:00Z", end_time: "2026-11-14T16:23:00Z" };
    expect(await send(ada, "POST", "segments/", segment)).toEqual([409, { ...pending, code: "not_analysed" }]);
    expect(await send(ada, "POST", "segments/", { ...segment, tag: "Tack" })).toEqual([
      400,
      { tag: ["Choose one of T, G, B, D, A, S, C, F, H, X, U."] },
    ]);
    // "No Report for Download"
    expect(await send(ada, "GET", `download/exportCSV/${id}/`)).toEqual([204, null]);
    expect(await send(ada, "GET", `download/exportCSV/${track.id}/`)).toEqual([200, { url: expect.any(String) }]);
    expect(await send(ada, "DELETE", `tracks/${id}/`)).toEqual([204, null]);
    expect(await send(ada, "GET", `tracks/${id}/`)).toEqual([404, absent("This track")]);
  });

  it("say why a recording could not be read, and give the reason again with its analysis", async () => {
    const failed = await ada.upload("broken.csv", Buffer.from("nothing,of,this\n1,2,3\n"));
    expect(failed).toMatchObject({ processing_status: 2, error: expect.stringMatching(/\.$/), metric: null });
    const [status, analysis] = await send(ada, "GET", `tracks/${failed.id}/analysis/`);
    expect([status, analysis.files]).toEqual([200, []]);
    expect(analysis.failed).toMatchObject([{ name: "broken.csv", message: failed.error }]);
  });

  it.each([
    ["new", "POST", "races/"],
    ["managed", "PATCH", "races/:id/tracks/"],
  ])("want two tracks in a %s race: another one, not the same twice", async (_, method, path) => {
    const { id } = await createRace();
    for (const tracks of [undefined, [], [track.id], [track.id, track.id]]) {
      expect(await send(coach, method, path.replace(":id", String(id)), { tracks })).toEqual([
        400,
        { tracks: ["Please select at least 2 tracks."] },
      ]);
    }
  });

  it("call a race 'Race ' and the latest id plus one where nobody names it, and show it to its maker", async () => {
    const { id } = await createRace("Final");
    const [unnamed, blank] = [await createRace(), await createRace("  ")];
    expect([unnamed.name, blank.name]).toEqual([`Race ${id + 1}`, `Race ${id + 2}`]);
    expect(await send(coach, "GET", `races/info/${unnamed.id}/`)).toMatchObject([200, { name: `Race ${id + 1}` }]);
  });

  it("say that a race could not be processed", async () => {
    const { id } = await createRace();
    const { context } = at();
    await until(async () => (await send(coach, "GET", `races/info/${id}/`))[1].processing_status === 3);
    await context.db.updateTable("races").set({ processing_status: 4 }).where("id", "=", id).execute();
    await RACE_WIND.onFailed(context, { race_id: id, revision: 1 });
    expect(await send(coach, "GET", `races/info/${id}/`)).toMatchObject([
      200,
      { processing_status: 2, error: "There was an error processing this race." },
    ]);
    expect(await send(coach, "DELETE", `races/${id}/`)).toEqual([204, null]);
    expect(await send(coach, "GET", `races/${id}/`)).toEqual([404, absent("This race")]);
  });

  it("let a race be managed by its coach and role 1, and shared by all its viewers", async () => {
    const { id } = await createRace("Morning");
    const tracks = { tracks: [track.id, second.id] };
    for (const [person, name] of [
      [coach, "Noon"],
      [boss, "Evening"],
    ] as const) {
      expect(await send(person, "PATCH", `races/${id}/`, { name })).toMatchObject([200, { id, name }]);
      expect(await send(person, "PATCH", `races/${id}/tracks/`, tracks)).toMatchObject([200, { id }]);
    }
    for (const person of [ada, mentor, bystander]) {
      expect(await send(person, "PATCH", `races/${id}/`, { name: "Mine" })).toEqual([403, NOT_YOURS]);
      expect(await send(person, "PATCH", `races/${id}/tracks/`, tracks)).toEqual([403, NOT_YOURS]);
      expect(await send(person, "DELETE", `races/${id}/`)).toEqual([403, NOT_YOURS]);
    }
    const [, shared] = await send(bystander, "POST", `races/${id}/share/`, {});
    expect(shared.url).toBe(`/races/${id}?share_id=${shared.share_id}`);
    const linked = await at().call("GET", `/api/races/${id}/?notrackpoints=true&share_id=${shared.share_id}`);
    expect([linked.status, linked.body.name]).toEqual([200, "Evening"]);
    expect(await send(bystander, "POST", "races/", tracks)).toEqual([
      403,
      { detail: "New races are for coaches and administrators.", code: "forbidden" },
    ]);
  });

  it("show all tracks and all races to role 1, and tell the others whose they are", async () => {
    expect(await send(boss, "GET", "tracks/?owner=all")).toMatchObject([200, { results: expect.any(Array) }]);
    for (const person of [ada, coach, mentor]) {
      expect(await send(person, "GET", "tracks/?owner=all")).toEqual([
        403,
        { detail: expect.stringMatching(/administrators/), code: "forbidden" },
      ]);
      expect(await send(person, "GET", "races/?owner=all")).toEqual([
        403,
        { detail: "All races are for administrators.", code: "forbidden" },
      ]);
    }
    expect((await send(ada, "GET", "tracks/?search=nobody-sails-this"))[1].results).toEqual([]);
  });

  it("give the source file to its owner, the roles 1 and 2, and whoever has coach_tools", async () => {
    for (const person of [ada, boss, mentor, coach]) {
      expect(await send(person, "GET", `download/track/source/${track.id}/`)).toEqual([
        200,
        { url: expect.stringContaining("/api/files/") },
      ]);
    }
    expect(await send(bystander, "GET", `download/track/source/${track.id}/`)).toEqual([
      403,
      { detail: "The source file is for its owner and coaches.", code: "forbidden" },
    ]);
  });

  it("leave the visibility of a track to its owner, from role 1 too", async () => {
    for (const person of [boss, coach, mentor, bystander]) {
      expect(await send(person, "PATCH", `tracks/${track.id}/`, { permissions: "PRIVATE" })).toEqual([403, NOT_YOURS]);
    }
    expect(await send(boss, "PATCH", `tracks/${track.id}/`, { boat_name: "J70" })).toMatchObject([200, {}]);
    expect(await send(coach, "PATCH", `tracks/${track.id}/`, { boat_name: "J70" })).toEqual([403, NOT_YOURS]);
  });

  it("want a file behind an uploaded wind log, with a name that ends in .txt", async () => {
    const [, { file_path }] = await send(ada, "GET", "windfiles/path/");
    const required = ["Track File required"];
    expect(await send(ada, "POST", "windfiles/", {})).toEqual([400, { file_path: required, orig_file_name: required }]);
    expect(await send(ada, "POST", "windfiles/", { file_path, orig_file_name: "wind.txt" })).toEqual([
      400,
      { file_path: required },
    ]);
    expect(await send(ada, "POST", "windfiles/", { file_path, orig_file_name: "wind.nmea" })).toEqual([
      400,
      { orig_file_name: ["Only .txt files with NMEA sentences are wind files. Rename the log."] },
    ]);
  });

  it("want a name, a start and an end of a wind report, each within the wind file", async () => {
    const { id: wind_file, start_time, end_time } = wind;
    const create = (json: object) =>
      send(ada, "POST", "windreports/", { wind_file, name: "A", start_time, end_time, ...json });
    expect(await create({ name: " " })).toEqual([400, { name: ["Name required"] }]);
    const time = ["Write times as 2026-07-01T12:00:00Z."];
    expect(await create({ start_time: undefined, end_time: "noon" })).toEqual([
      400,
      { start_time: time, end_time: time },
    ]);
    const inside = [`Choose a time of the wind file, between ${start_time} and ${end_time}.`];
    expect(await create({ start_time: "2026-11-14T16:00:00Z" })).toEqual([400, { start_time: inside }]);
    expect(await create({ start_time: end_time, end_time: start_time })).toEqual([
      400,
      { end_time: ["Choose an end after the start."] },
    ]);
    const [status, { id, metrics }] = await create({ name: "Before the start" });
    expect([status, metrics]).toEqual([201, null]);
    expect(await send(bystander, "DELETE", `windreports/${id}/`)).toEqual([404, absent("This wind report")]);
    expect(await send(ada, "DELETE", `windreports/${id}/`)).toEqual([204, null]);
    expect(await send(ada, "GET", `windreports/${id}/`)).toEqual([404, absent("This wind report")]);
    expect(await send(bystander, "DELETE", `windfiles/${wind_file}/`)).toEqual([404, absent("This wind file")]);
    expect(await send(ada, "DELETE", `windfiles/${wind_file}/`)).toEqual([204, null]);
  });

  it("make a new tag green, and show a hidden one again when it is typed", async () => {
    const [status, { tag }] = await send(ada, "POST", "user-tags/", { value: "Pinching" });
    expect([status, tag]).toEqual([201, { id: tag.id, value: "Pinching", color: "green", visible: true }]);
    expect(await send(ada, "POST", `user-tags/${tag.id}/hide/`)).toEqual([200, { tag: { ...tag, visible: false } }]);
    expect(await send(ada, "POST", "user-tags/", { value: "pinching" })).toEqual([200, { tag }]);
    expect(await send(ada, "POST", "user-tags/", { value: "" })).toEqual([400, { value: ["Write a tag."] }]);
    expect(await send(bystander, "POST", `user-tags/${tag.id}/show/`)).toEqual([404, absent("This tag")]);
  });

  it("open the analysis that exists to who makes it again", async () => {
    const { segments } = (await send(ada, "GET", `tracks/${track.id}/`))[1] as TrackDetail;
    const straights = segments.filter(({ label }) => label === "S").map(({ id }) => id);
    const [status, { id }] = await send(ada, "POST", "straights/", { track: track.id, segments: straights });
    expect([status, straights.length]).toEqual([201, expect.any(Number)]);
    expect(await send(ada, "POST", "straights/", { track: track.id, segments: straights.toReversed() })).toEqual([
      409,
      { id, detail: "There is already an analysis of these straights.", code: "already_exists" },
    ]);
    expect(await send(bystander, "PATCH", `straights/${id}/`, { name: "Mine" })).toEqual([403, NOT_YOURS]);
    expect(await send(ada, "PATCH", `straights/${id}/`, { name: "Heel" })).toEqual([200, { id, name: "Heel" }]);
  });

  it("want words in a reply, new or changed", async () => {
    const path = `journals/${await createNote()}/reply/`;
    const required = { content: ["Reply content is required."] };
    for (const content of [undefined, null, "", " \n "]) {
      expect(await send(bystander, "POST", path, { content })).toEqual([400, required]);
    }
    const [status, { id: reply_id }] = await send(bystander, "POST", path, { content: "Why?" });
    expect(status).toBe(201);
    expect(await send(bystander, "PATCH", path, { reply_id, content: " " })).toEqual([400, required]);
  });

  it("leave entries and replies to their authors and role 1", async () => {
    const id = await createNote();
    const path = `journals/${id}/reply/`;
    const [, { id: reply_id }] = await send(bystander, "POST", path, { content: "Why?" });
    for (const person of [coach, mentor, bystander]) {
      expect(await send(person, "PUT", `journals/${id}/`, { content: "No" })).toEqual([403, NOT_YOURS]);
      expect(await send(person, "DELETE", `journals/${id}/`)).toEqual([403, NOT_YOURS]);
    }
    // The author of the entry is not the author of the reply.
    expect(await send(ada, "PATCH", path, { reply_id, content: "No" })).toEqual([403, NOT_YOURS]);
    expect(await send(boss, "PATCH", path, { reply_id, content: "Edited" })).toMatchObject([
      200,
      { content: "Edited" },
    ]);
    expect(await send(ada, "DELETE", `${path}?reply_id=${reply_id}`)).toEqual([403, NOT_YOURS]);
    expect(await send(bystander, "DELETE", `${path}?reply_id=${reply_id}`)).toEqual([204, null]);
    expect(await send(boss, "DELETE", `journals/${id}/`)).toEqual([204, null]);
    expect(await send(ada, "GET", `journals/${id}/`)).toEqual([404, absent("This entry")]);
  });

  it.each([
    [{ name: "Kieler Woche" }, { number_competitors: ["Number of competitors required"] }],
    [{ number_competitors: 0 }, { number_competitors: ["Write a whole number, 1 or more."] }],
    [{ finish_position: 0 }, { finish_position: ["Write a whole number, 1 or more."] }],
    [{ start_date: null }, { start_date: ["Choose the first and the last day of the regatta."] }],
    [{ end_date: null }, { end_date: ["Choose the first and the last day of the regatta."] }],
    [
      { competitor_results: [{ name: "Grace" }] },
      { "competitor_results.0.finish_position": ["Write the position of each competitor."] },
    ],
    [
      { competitor_results: [{ name: "Grace", finish_position: 0 }] },
      { "competitor_results.0.finish_position": ["Write a whole number, 1 or more."] },
    ],
    [
      { competitor_results: [{ name: " ", finish_position: 1 }] },
      { "competitor_results.0.name": ["Choose a member of your teams or write a name."] },
    ],
  ])("refuse a regatta report with %j at its field", async (change, errors) => {
    const regatta_report = { start_date: "2026-06-20", end_date: "2026-06-24", ...change };
    const fields = Object.fromEntries(Object.entries(errors).map(([name, text]) => [`regatta_report.${name}`, text]));
    expect(await send(ada, "POST", "journals/", { track: track.id, regatta_report })).toEqual([400, fields]);
  });

  it("are all said by whom the table says", () => {
    expect(wrongSpeakers(TEXTS, heard)).toEqual([]);
  });
});
