import { createHash } from "node:crypto";
import { loadCore, trackOfArrow } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import { LIMITS, type Track, type TrackDetail, type TrackPage } from "../../app/contract.ts";

const KIEL = "49er-kiel.fit";

onEveryDatabase("a track", (at) => {
  let ada: Person;
  let track: Track;
  beforeAll(async () => {
    ada = await at().signUp();
    track = await ada.upload(KIEL, readFixture(KIEL));
  });
  const get = (path: string, headers = {}) => ada.call("GET", `/api/tracks/${track.id}/${path}`, { headers });

  it("has the same analysis as the engine gives for the file", async () => {
    const core = await loadCore();
    const direct = await core.analyze({ name: KIEL, bytes: readFixture(KIEL) }, { boat_class: "49er" });
    const { body } = await get("analysis/");
    // The server adds the ids that outlive this analysis.
    const withoutIds = (segments: { id: number }[]) => segments.map(({ id: _, ...segment }) => segment);
    const [file] = body.files;
    Object.assign(file, { maneuvers: withoutIds(file.maneuvers), straights: withoutIds(file.straights) });
    expect(body).toEqual(
      JSON.parse(
        JSON.stringify({
          engine: core.version,
          parameters: { boat_class: "49er", wind_hint_deg: null },
          files: [direct.report],
          failed: [],
        }),
      ),
    );
  });

  it("gives its columns as Arrow, the same to the bit as the engine's", async () => {
    const core = await loadCore();
    const direct = await core.analyze({ name: KIEL, bytes: readFixture(KIEL) }, { boat_class: "49er" });
    const answer = await get("columns/");
    expect(answer.headers.get("content-type")).toBe("application/vnd.apache.arrow.stream");
    const stored = trackOfArrow(answer.bytes);
    expect(stored.columns).toEqual(direct.columns);
    expect(stored.segments).toEqual(direct.segments);
  });

  it("answers 304 for columns the client has", async () => {
    const etag = (await get("columns/")).headers.get("etag")!;
    const again = await get("columns/", { "if-none-match": etag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it("lists every fix and segment as JSON, in the specification's units", async () => {
    const detail = (await get("")).body as TrackDetail;
    const { files } = (await get("analysis/")).body;
    expect(detail.trackpoints).toHaveLength(files[0].points);
    const [first] = detail.trackpoints;
    expect(first).toMatchObject({ id: 0, time: track.start_time });
    expect(first!.lat).toBeCloseTo(54.47, 1);
    const fastest = Math.max(...detail.trackpoints.map((p) => p.metrics.sog ?? 0));
    expect(fastest).toBeGreaterThan(5);
    expect(fastest).toBeLessThan(30);
    const { maneuvers } = files[0] as { maneuvers: { kind: string; quality: number }[] };
    const kinds = ["tack", "gybe", "bear_away", "douse"];
    const labels = (label: string) => detail.metrics.filter((m) => m.label === label).length;
    expect(["T", "G", "B", "D"].map(labels)).toEqual(
      kinds.map((kind) => maneuvers.filter((m) => m.kind === kind).length),
    );
    // More are listed than counted: here a douse in which the boat stops.
    const counted = kinds.map((kind) => maneuvers.filter((m) => m.kind === kind && m.quality >= 0.5).length);
    expect([...counted, labels("S")]).toEqual([
      track.metric!.tacks,
      track.metric!.gybes,
      track.metric!.sets,
      track.metric!.douses,
      track.metric!.straights,
    ]);
    const tack = detail.metrics.find((m) => m.label === "T")!;
    const maneuver = files[0].maneuvers.find((m: { name: string }) => m.name === tack.segment_name);
    expect(tack.entry_speed).toBeCloseTo((maneuver.entry_speed_kn * 1852) / 3600, 9);
    expect(tack.duration).toMatch(/^\d:\d\d:\d\d$/);
    expect(detail.segments.map((s) => s.start)).toEqual(detail.segments.map((s) => s.start).sort((a, b) => a - b));
  });

  it("omits its points with notrackpoints=true", async () => {
    expect(Object.keys((await get("?notrackpoints=true")).body)).toEqual(Object.keys(track));
  });

  it("returns its source byte by byte, under the specification's name, by a signed address", async () => {
    const { body } = await ada.call("GET", `/api/download/track/source/${track.id}/`);
    const file = await at().call("GET", body.url);
    const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(hash(file.bytes)).toBe(hash(readFixture(KIEL)));
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''\d{6}Lovelace\.fit$/);
    for (const forged of [
      body.url.replace(/expires=\d/, "expires=9"),
      body.url.replace("Lovelace", "Byron"),
      body.url.replace(".fit?", ".gpx?"),
    ]) {
      expect((await at().call("GET", forged)).status).toBe(403);
    }
  });

  it("gives all its points as CSV that reads back as the same track", async () => {
    const { body } = await ada.call("GET", `/api/download/exportCSV/${track.id}/`);
    const file = await at().call("GET", body.url);
    expect(file.headers.get("content-disposition")).toMatch(/\d{6}Lovelace\.csv$/);
    const { files } = (await get("analysis/")).body;
    const lines = Buffer.from(file.bytes).toString().trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^time,lat,lon,sog_kn,cog_deg,/);
    expect(lines).toHaveLength(files[0].points + 1);
    const again = await ada.upload("again.csv", file.bytes);
    expect(again.start_time).toBe(track.start_time);
    expect(Math.abs(again.metric!.distance / track.metric!.distance - 1)).toBeLessThan(0.01);
    await ada.call("DELETE", `/api/tracks/${again.id}/`);
  });

  it("gives its points in the units of the account, whoever's track it is, and reads them again", async () => {
    const coach = await at().signUp("Grace");
    await coach.call("PATCH", "/api/users/", { json: { units: { distance: null, speed: "km/h", length: "ft" } } });
    const csvFor = async (person: Person) => {
      const { body } = await person.call("GET", `/api/download/exportCSV/${track.id}/`);
      return Buffer.from((await at().call("GET", body.url)).bytes).toString();
    };
    const [kmh, kn] = [await csvFor(coach), await csvFor(ada)];
    expect(kmh.split("\r\n")[0]).toMatch(/^time,lat,lon,sog_kmh,cog_deg,/);
    expect(kn.split("\r\n")[0]).toMatch(/^time,lat,lon,sog_kn,cog_deg,/);
    const speed = (csv: string) => Number(csv.split("\r\n")[100]!.split(",")[3]);
    expect(speed(kmh) / speed(kn)).toBeCloseTo(1.852, 1);
    const again = await coach.upload("again.csv", Buffer.from(kmh));
    expect(again.metric!.max_speed! / track.metric!.max_speed!).toBeCloseTo(1, 1);
  });

  it("without points has no CSV", async () => {
    const empty = await ada.upload("no.gpx", readFixture("broken/no-positions.gpx"));
    expect((await ada.call("GET", `/api/download/exportCSV/${empty.id}/`)).status).toBe(204);
  });

  it("answers with and without the slash at the end", async () => {
    for (const path of [`/api/tracks/${track.id}`, `/api/tracks/${track.id}/`, `/api/tracks/${track.id}//`]) {
      expect((await ada.call("GET", path)).status).toBe(200);
    }
  });

  it.each(["0", "-1", "abc", "99999999999", "1.5", "1 or 1=1"])("is not found under the id %s", async (id) => {
    expect((await ada.call("GET", `/api/tracks/${encodeURIComponent(id)}/`)).status).toBe(404);
  });

  it("is analysed anew when its boat class changes, and keeps its old pictures until then", async () => {
    const own = await ada.upload("again.gpx", readFixture("ilca-weymouth.gpx"));
    const changed = await ada.call("PATCH", `/api/tracks/${own.id}/`, { json: { boat_name: "laser standard" } });
    expect(changed.body).toMatchObject({ boat_name: "Laser", processing_status: 1, metric: own.metric });
    const again = await processed(ada.call, own.id);
    expect(again.processing_status).toBe(3);
    expect(again.static_map!.split("?")[0]).not.toBe(own.static_map!.split("?")[0]);
    expect((await at().call("GET", again.static_map!)).status).toBe(200);
    const { body } = await ada.call("GET", `/api/tracks/${own.id}/analysis/`);
    expect(body.files[0].boat_class).toBe("Laser");
  });

  it("is deleted with all its files", async () => {
    const own = await ada.upload("gone.gpx", readFixture("ilca-weymouth.gpx"));
    const { body } = await ada.call("GET", `/api/download/track/source/${own.id}/`);
    expect((await ada.call("DELETE", `/api/tracks/${own.id}/`)).status).toBe(204);
    expect((await ada.call("GET", `/api/tracks/${own.id}/`)).status).toBe(404);
    expect((await at().call("GET", own.static_map!)).status).toBe(404);
    expect((await at().call("GET", body.url)).status).toBe(404);
  });

  it("that is deleted while it is analysed leaves no results behind", async () => {
    const form = new FormData();
    form.set("boat_name", "Laser");
    form.set("file", new File([readFixture("ilca-weymouth.gpx") as BlobPart], "quick.gpx"));
    const { body } = await ada.call("POST", "/api/tracks/", { form });
    expect((await ada.call("DELETE", `/api/tracks/${body.id}/`)).status).toBe(204);
    await new Promise((wake) => setTimeout(wake, 3000));
    expect(await at().context.storage.listOlderThan(`results/${body.id}`, 0)).toEqual([]);
  });
});

onEveryDatabase("the track list", (at) => {
  const TOTAL = 2 * LIMITS.page_size + 5;
  let ada: Person;
  let ben: Person;

  /** Rows alone, without files: one a day, at noon UTC, going back from 2026-06-30; two at the same moment. */
  beforeAll(async () => {
    [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    const noon = Date.UTC(2026, 5, 30, 12);
    const row = (user_id: number, i: number) => {
      const start_time = new Date(noon - Math.max(0, i - 1) * 24 * 3_600_000);
      return {
        user_id,
        boat_name: i % 2 ? "470" : "49er",
        permissions: "PUBLIC" as const,
        file_name: `day_${i}.gpx`,
        source_key: `sources/${user_id}-${i}.gpx`,
        source_bytes: 1,
        processing_status: 3,
        start_time,
        sort_time: start_time,
        local_date: start_time.toISOString().slice(0, 10),
        tz: "UTC",
        location: i % 2 ? "Kiel, Germany" : "100%_sure, Nowhere",
      };
    };
    const rows = [...Array(TOTAL).keys()].map((i) => row(ada.session.user.id, i));
    await at()
      .context.db.insertInto("tracks")
      .values([...rows, row(ben.session.user.id, 3)])
      .execute();
  });
  const list = async (query = "", person = ada) =>
    (await person.call("GET", `/api/tracks/?${query}`)).body as TrackPage;
  const names = (page: TrackPage) => page.results.map((track) => track.file_name);

  it("comes newest first, page by page, each track once, and back again", async () => {
    const pages = [await list()];
    while (pages.at(-1)!.next) pages.push(await list(`cursor=${pages.at(-1)!.next}`));
    expect(pages.map((page) => page.results.length)).toEqual([LIMITS.page_size, LIMITS.page_size, 5]);
    expect(new Set(pages.flatMap(names)).size).toBe(TOTAL);
    const times = pages.flatMap((page) => page.results.map((track) => track.start_time!));
    expect(times).toEqual([...times].sort().reverse());
    expect(pages[0]!.previous).toBeNull();
    const back = await list(`cursor=${pages[2]!.previous}`);
    expect(names(back)).toEqual(names(pages[1]!));
    const first = await list(`cursor=${back.previous}`);
    expect(names(first)).toEqual(names(pages[0]!));
    expect(first.previous).toBeNull();
    expect(names(await list(`cursor=${first.next}`))).toEqual(names(pages[1]!));
  });

  it("does not lose or repeat a track when a new one arrives between two pages", async () => {
    const first = await list();
    const now = new Date(Date.UTC(2026, 6, 15));
    const row = {
      user_id: ada.session.user.id,
      boat_name: "470",
      permissions: "PUBLIC" as const,
      source_key: "sources/new.gpx",
      source_bytes: 1,
    };
    await at()
      .context.db.insertInto("tracks")
      .values({ ...row, file_name: "new.gpx", processing_status: 3, sort_time: now, start_time: now })
      .execute();
    const second = await list(`cursor=${first.next}`);
    expect(names(second)).toContain(`day_${LIMITS.page_size}.gpx`);
    expect(names(second).filter((name) => names(first).includes(name))).toEqual([]);
    await at().context.db.deleteFrom("tracks").where("file_name", "=", "new.gpx").execute();
  });

  it("refuses a cursor that no page has", async () => {
    for (const cursor of ["x", "MA", "1", Buffer.from("0.99999999999999999.1").toString("base64url")]) {
      expect((await ada.call("GET", `/api/tracks/?cursor=${cursor}`)).status).toBe(400);
    }
  });

  it("finds tracks by words of name, boat, place and file, taking them literally", async () => {
    expect((await list("search=kiel%20470")).results.every((t) => t.location === "Kiel, Germany")).toBe(true);
    expect(names(await list("search=day_7.gpx"))).toEqual(["day_7.gpx"]);
    expect(names(await list("search=day%25gpx"))).toEqual([]);
    expect((await list("search=100%25_sure")).results.length).toBe(LIMITS.page_size);
    expect(names(await list("search=';drop table tracks;--"))).toEqual([]);
    expect((await list("search=lovelace")).results.length).toBe(LIMITS.page_size);
  });

  it("filters by days of the tracks' own time zones, both ends included", async () => {
    expect(names(await list("start_date=2026-06-28&end_date=2026-06-29"))).toEqual(["day_2.gpx", "day_3.gpx"]);
    // Noon UTC on the 28th is already the 29th in Kiritimati (+14), where these tracks were not sailed.
    expect(names(await list("start_date=2026-06-29&end_date=2026-06-29&tz=Pacific/Kiritimati"))).toEqual(["day_2.gpx"]);
    expect(names(await list("day=2026-06-27"))).toEqual(["day_4.gpx"]);
  });

  it.each(["start_date=28.06.2026", "start_date=2026-02-30", "tz=Mars/Olympus", "owner=theirs", "filter_users=me"])(
    "refuses %s",
    async (query) => {
      expect((await ada.call("GET", `/api/tracks/?${query}`)).status).toBe(400);
    },
  );

  it("shows the tracks of all users to administrators only", async () => {
    expect((await ada.call("GET", "/api/tracks/?owner=all")).status).toBe(403);
    expect(names(await list("owner=mine", ben))).toEqual(["day_3.gpx"]);
    await at().context.db.updateTable("users").set({ role: 1 }).where("id", "=", ben.session.user.id).execute();
    expect((await list("owner=all", ben)).results.length).toBe(LIMITS.page_size);
    const [one, two] = [ada.session.user.id, ben.session.user.id];
    expect((await list(`owner=all&filter_users=${two}`, ben)).results.map((t) => t.user)).toEqual([two]);
    const both = await list(`owner=all&filter_users=${two}&filter_users=${one}&day=2026-06-28`, ben);
    expect(both.results.map((t) => t.user).sort()).toEqual([one, two].sort());
  });

  it("gives the days with tracks and the oldest of them", async () => {
    const { body } = await ada.call("GET", "/api/tracks/dates/");
    expect(body.dates).toHaveLength(TOTAL - 1);
    expect(body.dates[0]).toBe("2026-06-30");
    expect((await ada.call("GET", "/api/tracks/oldest_date/")).body).toEqual({ date: body.dates.at(-1) });
    const carl = await at().signUp("Carl");
    expect((await carl.call("GET", "/api/tracks/dates/")).body).toEqual({ dates: [] });
    expect((await carl.call("GET", "/api/tracks/oldest_date/")).body).toEqual({ date: null });
  });
});
