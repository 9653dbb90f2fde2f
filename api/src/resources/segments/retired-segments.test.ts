import { readFixture } from "@leebow/fixtures";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { coreWith } from "../../../test/stub-core.ts";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import { waitForJobs } from "../../../test/world.ts";
import type { Track, TrackDetail, TrackSegment } from "../../app/contract.ts";
import { LIMITS } from "../../platform/limits.ts";
import { sweep } from "../../platform/ops/sweep.ts";

const FILE = "formula-kite-palma.vakaros.csv";

onEveryDatabase("a segment that the last analysis did not find", (at) => {
  let ada: Person;
  let track: Track;
  let straights: TrackSegment[];
  let tag_id: number;
  const db = () => at().context.db;

  beforeAll(async () => {
    ada = await at().signUp();
    track = await ada.upload(FILE, readFixture(FILE), { boat_name: "Formula Kite" });
    const detail = (await ada.call("GET", `/api/tracks/${track.id}/`)).body as TrackDetail;
    straights = detail.segments.filter(({ label }) => label === "S");
    tag_id = (await ada.call("POST", "/api/user-tags/", { json: { value: "flat water" } })).body.tag.id;
    await waitForJobs(at());
  }, 120_000);

  /** Retires these segments, so many days ago. */
  const retire = (ids: readonly number[], days: number) =>
    sql`update segments set position = null, retired_at = now() - make_interval(days => ${days}::integer)
      where id = any (${ids}::integer[])`.execute(db());
  const present = async (ids: readonly number[]) => {
    const rows = await db().selectFrom("segments").select("id").where("id", "in", ids).orderBy("id").execute();
    return rows.map(({ id }) => id);
  };
  const link = (id: number) => ada.call("POST", `/api/segments/${id}/tags/`, { json: { tag_id, track: track.id } });

  it("is deleted after a while, unless a tag, an analysis or a journal entry refers to it", async () => {
    const [tagged, analysed, noted, free, recent, found] = straights.slice(0, 6).map(({ id }) => id) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    expect((await link(tagged)).status).toBe(200);
    const made = await ada.call("POST", "/api/straights/", { json: { track: track.id, segments: [analysed] } });
    const json = { track: track.id, jType: "straight", straight_analysis_segments: [noted] };
    const entry = await ada.call("POST", "/api/journals/", { json });
    expect([made.status, entry.status]).toEqual([201, 201]);
    await retire([tagged, analysed, noted, free], LIMITS.retired_segment_days + 1);
    await retire([recent], LIMITS.retired_segment_days - 1);
    const all = [tagged, analysed, noted, free, recent, found];
    await sweep(at().context);
    expect(await present(all)).toEqual([tagged, analysed, noted, recent, found].sort((a, b) => a - b));
    // What referred to one of them does so no more.
    await ada.call("DELETE", `/api/segments/${tagged}/tags/`, { json: { tag_id, track: track.id } });
    await ada.call("DELETE", `/api/straights/${made.body.id}/`);
    await ada.call("DELETE", `/api/journals/${entry.body.id}/`);
    await sweep(at().context);
    expect(await present(all)).toEqual([recent, found].sort((a, b) => a - b));
  }, 120_000);

  it("keeps a tag that it is given while it would be deleted", async () => {
    const { id } = straights[6]!;
    await retire([id], LIMITS.retired_segment_days + 1);
    let swept = Promise.resolve();
    await db()
      .transaction()
      .execute(async (trx) => {
        await trx.insertInto("segment_tags").values({ segment_id: id, tag_id }).execute();
        swept = sweep(at().context);
        await new Promise((wake) => setTimeout(wake, 300));
      });
    await swept;
    expect(await present([id])).toEqual([id]);
    expect((await ada.call("GET", `/api/segments/${id}/`)).body.user_tags).toMatchObject([{ id: tag_id }]);
  }, 120_000);

  it("keeps its id when it is added by hand again after a long time", async () => {
    const after = (s: number) => new Date(Date.parse(track.start_time!) + s * 1000).toISOString();
    const json = { track: track.id, tag: "H", start_time: after(1), end_time: after(6) };
    const { id } = (await ada.call("POST", "/api/segments/", { json })).body;
    await processed(ada.call, track.id);
    await ada.call("DELETE", `/api/tracks/${track.id}/corrections/`);
    await processed(ada.call, track.id);
    await waitForJobs(at());
    await retire([id], LIMITS.retired_segment_days + 1);
    const { core } = at().context;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    at().context.core = coreWith(core, { analyze: (...args) => held.then(() => core.analyze(...args)) });
    const again = await ada.call("POST", "/api/segments/", { json });
    await sweep(at().context);
    const kept = await ada.call("GET", `/api/segments/${id}/`);
    release();
    at().context.core = core;
    expect([again.status, again.body.id, kept.status]).toEqual([201, id, 200]);
    await processed(ada.call, track.id);
  }, 120_000);
});
