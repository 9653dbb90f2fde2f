import { zipOf } from "@leebow/fixtures";
import { beforeEach, expect, it } from "vitest";
import { sailedSession } from "../../../test/sailed-session.ts";
import { onEveryDatabase, type Person, processed } from "../../../test/test-server.ts";
import type { Track, UploadedTrack } from "../../app/contract.ts";

const SPEC = { minutes: 30, start_time_ms: Date.parse("2026-06-13T10:00:00Z"), lat_deg: 54.4, lon_deg: 10.2 };
const POINTS = Buffer.from(sailedSession(SPEC, "gpx"))
  .toString()
  .match(/<trkpt[\s\S]*?<\/trkpt>/g)!;

const gpxOf = (points: readonly string[]) =>
  Buffer.from(
    `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`,
  );

/** The session as a logger writes it that begins a file every ten minutes. */
const third = Math.ceil(POINTS.length / 3);
const FILES: [string, Buffer][] = [1, 0, 2].map((i) => [
  `log-1${i}.gpx`,
  gpxOf(POINTS.slice(i * third, (i + 1) * third)),
]);

onEveryDatabase("the files of one session", (at) => {
  let ada: Person;
  beforeEach(async () => {
    ada = await at().signUp();
  });
  const send = async (files: readonly [string, Buffer][]) => {
    const form = new FormData();
    form.append("boat_name", "Laser");
    for (const [name, bytes] of files) form.append("file", new Blob([new Uint8Array(bytes)]), name);
    const { status, body } = await ada.call("POST", "/api/tracks/", { form });
    return { status, body: body as UploadedTrack };
  };
  const mine = async () => (await ada.call("GET", "/api/tracks/?owner=mine")).body.results as Track[];

  it.each([
    ["that are uploaded together", "files", FILES],
    ["in a zip", "zip", [["day.zip", Buffer.from(zipOf(FILES))]] as [string, Buffer][]],
  ])("%s are one track, which names them", async (_, kind, files) => {
    const { status, body } = await send(files);
    expect([status, body.archive!.kind, body.archive!.remarks]).toEqual([201, kind, []]);
    const names = ["log-10.gpx", "log-11.gpx", "log-12.gpx"];
    expect(body.archive!.tracks).toEqual([{ id: body.id, file_name: "log-10.gpx", is_new: true, files: names }]);
    expect((await processed(ada.call, body.id)).processing_status).toBe(3);
    const { files: reports } = (await ada.call("GET", `/api/tracks/${body.id}/analysis/`)).body;
    expect(reports[0].points).toBe(POINTS.length);
    // The same again is that track, and so is one of its files.
    expect((await send(files)).body.archive!.tracks[0]).toMatchObject({ id: body.id, is_new: false });
    expect(await send([FILES[1]!])).toMatchObject({ status: 200, body: { id: body.id } });
    expect(await mine()).toHaveLength(1);
  });

  it("are several tracks again on request, and go with their track", async () => {
    const { body } = await send(FILES);
    await processed(ada.call, body.id);
    const { tracks } = (await ada.call("DELETE", `/api/tracks/${body.id}/join/`)).body as { tracks: Track[] };
    expect(tracks.map(({ file_name }) => file_name)).toEqual(["log-10.gpx", "log-11.gpx", "log-12.gpx"]);
    for (const { id } of tracks) expect((await processed(ada.call, id)).processing_status).toBe(3);
    const again = (await send([["late.gpx", Buffer.concat([FILES[0]![1], Buffer.from("\n")])]])).body;
    expect(again.archive).toBeUndefined();
    for (const { id } of await mine()) await ada.call("DELETE", `/api/tracks/${id}/`);
    const { id: user_id } = ada.session.user;
    const left = at().context.db.selectFrom("joined_files").selectAll().where("user_id", "=", user_id);
    expect(await left.execute()).toEqual([]);
  });

  it("count as storage with the recording that was made of them, and as tracks when they are several again", async () => {
    const { id: user_id } = ada.session.user;
    const limit = (bytes: number, tracks: number) =>
      at()
        .context.db.updateTable("users")
        .set({ quota_bytes: bytes, quota_tracks: tracks })
        .where("id", "=", user_id)
        .execute();
    const own = FILES.reduce((sum, [, bytes]) => sum + bytes.length, 0);
    await limit(own, 3);
    expect((await send(FILES)).status).toBe(413);
    expect(await mine()).toEqual([]);
    await limit(10 * own, 2);
    const { body } = await send(FILES);
    await processed(ada.call, body.id);
    const separate = async () => (await ada.call("DELETE", `/api/tracks/${body.id}/join/`)).status;
    expect(await separate()).toBe(409);
    expect(await mine()).toHaveLength(1);
    await limit(10 * own, 3);
    expect(await separate()).toBe(200);
  });

  it("are stored together or not at all, and files of two days are none of them", async () => {
    const days: [string, Buffer][] = [
      ["log-10.gpx", gpxOf(POINTS)],
      ["log-11.gpx", Buffer.from(sailedSession({ ...SPEC, start_time_ms: SPEC.start_time_ms + 86_400_000 }, "gpx"))],
    ];
    const refused = { file: ["Upload one file at a time, or the files of one session. Nothing was kept."] };
    expect(await send(days)).toEqual({ status: 400, body: refused });
    const empty = await send([
      ["a.gpx", gpxOf(POINTS.slice(0, 900))],
      ["b.gpx", Buffer.alloc(0)],
    ]);
    expect([empty.status, await mine()]).toEqual([400, []]);
    const names = Array.from({ length: 49 }, (_, i): [string, Buffer] => [`${i}.gpx`, FILES[0]![1]]);
    expect((await send(names)).body).toEqual({ file: ["Upload 48 files at a time at most. Nothing was kept."] });
    // One alone is a file like any other.
    const { body: one } = await send([["one.gpx", gpxOf(POINTS.slice(0, 1000))]]);
    expect(one.archive).toBeUndefined();
  });
});
