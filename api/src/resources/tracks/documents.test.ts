import { gunzipSync } from "node:zlib";
import { readFixture } from "@leebow/fixtures";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { findTrack } from "../../access/track.ts";
import { RESULT_FILES } from "./results.ts";

onEveryDatabase("the documents of a track", (at) => {
  let ada: Person;
  let id: number;
  beforeAll(async () => {
    ada = await at().signUp();
    id = (await ada.upload("a.gpx", readFixture("ilca-weymouth.gpx"), { boat_name: "Laser" })).id;
  });

  const GZIP = { "accept-encoding": "gzip" };
  const get = (path: string, headers = {}) => ada.call("GET", `/api/tracks/${id}/${path}`, { headers });
  const folder = async () => (await findTrack(at().context.db, id))!.result_key!;
  const unpacked = (bytes: Uint8Array) => JSON.parse(gunzipSync(bytes).toString());
  /** The files of the results, when those that are written behind the analysis are there. */
  const files = () =>
    until(async () => {
      const keys = await at().context.storage.listOlderThan(await folder(), 0);
      return keys.some((key) => key.endsWith(`${RESULT_FILES.columns}.gz`)) && keys.sort();
    });
  const written = (keys: string[]) => keys.filter((key) => /\/(points|analysis|segments)-/.test(key));

  it.each(["", "analysis/"])("are the same compressed and not: /tracks/{id}/%s", async (path) => {
    const [packed, plain] = [await get(path, GZIP), await get(path)];
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.headers.get("content-length")).toBe(String(packed.bytes.length));
    expect(packed.headers.get("vary")).toContain("Accept-Encoding");
    expect(plain.headers.get("content-encoding")).toBeNull();
    const body = unpacked(packed.bytes);
    // Two addresses signed at two moments.
    expect({ ...body, static_map: 0, static_map_dark: 0 }).toEqual({
      ...plain.body,
      static_map: 0,
      static_map_dark: 0,
    });
    expect(Object.keys(body).length).toBeGreaterThan(3);
  });

  it("are written behind the analysis, once", async () => {
    const before = await files();
    expect(written(before)).toHaveLength(3);
    await Promise.all([get("", GZIP), get("", GZIP), get("analysis/", GZIP)]);
    expect(await files()).toEqual(before);
  });

  it("are written again at their first use where they are missing, once for readers at the same time", async () => {
    const { storage } = at().context;
    const before = await files();
    const packed = before.filter((key) => key.endsWith(".gz"));
    const contents = () =>
      Promise.all(packed.map(async (key) => gunzipSync(await storage.read(key)).toString("latin1")));
    const of_the_analysis = await contents();
    for (const key of packed) await storage.remove(key);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => get("", GZIP)));
    for (const { bytes } of answers) expect(unpacked(bytes).trackpoints.length).toBeGreaterThan(100);
    expect((await get("analysis/")).body.files).toHaveLength(1);
    expect((await get("columns/", GZIP)).status).toBe(200);
    expect(await files()).toEqual(before);
    expect((await contents()).every((content, i) => content === of_the_analysis[i])).toBe(true);
    expect(packed).toHaveLength(3);
  });

  it("hold the ids of the segments after these were stored anew", async () => {
    const { db } = at().context;
    const before = (await get("")).body.segments.map((segment: { id: number }) => segment.id);
    const old = written(await files());
    await db.deleteFrom("track_facts").where("track_id", "=", id).execute();
    await db.deleteFrom("segments").where("track_id", "=", id).execute();
    const after = (await get("", GZIP)).bytes;
    const ids = unpacked(after).segments.map((segment: { id: number }) => segment.id);
    expect(ids).toHaveLength(before.length);
    expect(ids.some((one: number) => before.includes(one))).toBe(false);
    expect(written(await files())).not.toEqual(old);
    const { rows } = { rows: await db.selectFrom("segments").select("id").where("track_id", "=", id).execute() };
    expect(rows.map((row) => row.id).sort()).toEqual([...ids].sort());
  });

  it("have the track as it is now before the stored part", async () => {
    await ada.call("PATCH", `/api/tracks/${id}/`, { json: { permissions: "PUBLIC" } });
    expect(unpacked((await get("", GZIP)).bytes).permissions).toBe("PUBLIC");
    await ada.call("PATCH", `/api/tracks/${id}/`, { json: { permissions: "PRIVATE" } });
    expect(unpacked((await get("", GZIP)).bytes).permissions).toBe("PRIVATE");
  });

  it("have columns compressed for those who accept it, under another tag", async () => {
    const [packed, plain] = [await get("columns/", GZIP), await get("columns/")];
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    const [tag, other] = [packed.headers.get("etag")!, plain.headers.get("etag")!];
    expect(tag).not.toBe(other);
    expect((await get("columns/", { ...GZIP, "if-none-match": tag })).status).toBe(304);
    expect((await get("columns/", { "if-none-match": other })).status).toBe(304);
  });
});
