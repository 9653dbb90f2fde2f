import type { AnalysisDocument } from "@leebow/core";
import { beforeEach, expect, it } from "vitest";
import { sailedSession } from "../../../test/sailed-session.ts";
import { onEveryDatabase, type Person, processed, trackForm } from "../../../test/test-server.ts";
import type { Track, UploadedTrack } from "../../app/contract.ts";

const FIRST_MS = Date.parse("2026-06-13T10:00:00Z");
const DAY_MS = 24 * 3_600_000;
const MINUTES = 20;

/** Sessions of 20 minutes as tracks of one file: each begins so many days after the first, at this latitude. */
function gpxOf(...sessions: { day?: number; lat_deg?: number; name: string }[]): Buffer {
  const tracks = sessions.map(({ day = 0, lat_deg = 54.4, name }) => {
    const spec = { seed: 7 + day, minutes: MINUTES, start_time_ms: FIRST_MS + day * DAY_MS, lat_deg, lon_deg: 10.2 };
    const points = Buffer.from(sailedSession(spec, "gpx"))
      .toString()
      .match(/<trkpt[\s\S]*?<\/trkpt>/g)!;
    return `<trk><name>${name}</name><trkseg>${points.join("")}</trkseg></trk>`;
  });
  return Buffer.from(`<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${tracks.join("")}</gpx>`);
}

onEveryDatabase("tracks that are put together", (at) => {
  let ada: Person;
  beforeEach(async () => {
    ada = await at().signUp();
  });
  const upload = async (gpx: Buffer) => {
    const form = trackForm("week.gpx", gpx, { boat_name: "Laser", permissions: "PUBLIC" });
    const { archive } = (await ada.call("POST", "/api/tracks/", { form })).body as UploadedTrack;
    for (const { id } of archive!.tracks) await processed(ada.call, id);
    return { kind: archive!.kind, ids: archive!.tracks.map(({ id }) => id) };
  };
  const twoDays = () => upload(gpxOf({ name: "a" }, { name: "b", day: 1 }));
  const join = ([id, ...track_ids]: number[], by = ada) =>
    by.call("POST", `/api/tracks/${id}/join/`, { json: { track_ids } });
  const reportOf = async (id: number) =>
    ((await ada.call("GET", `/api/tracks/${id}/analysis/`)).body as AnalysisDocument).files[0]!;
  const mine = async () => (await ada.call("GET", "/api/tracks/?owner=mine")).body.results as Track[];

  it("are one track with both recordings, and the others are gone", async () => {
    const { kind, ids } = await twoDays();
    expect([kind, ids.length]).toEqual(["days", 2]);
    const before = await Promise.all(ids.map(reportOf));
    // From the later to the earlier one: their order is that of their times.
    expect(await join(ids.toReversed())).toMatchObject({ status: 200, body: { id: ids[1], file_name: "week.gpx" } });
    const [track, ...more] = await mine();
    expect([more, track!.id]).toEqual([[], ids[1]]);
    expect((await processed(ada.call, ids[1]!)).processing_status).toBe(3);
    const joined = await reportOf(ids[1]!);
    expect(joined.points).toBe(before[0]!.points + before[1]!.points);
    expect([joined.start_time, joined.end_time]).toEqual([before[0]!.start_time, before[1]!.end_time]);
    const turns = ({ summary }: (typeof before)[number]) => summary.tacks + summary.gybes;
    expect(turns(joined)).toBe(turns(before[0]!) + turns(before[1]!));
  });

  it("have what was written to any of them", async () => {
    const { ids } = await twoDays();
    const [first, second] = ids as [number, number];
    const entry = {
      content: "The vang was too loose",
      jType: "star",
      s_point: "2026-06-14T10:05:00Z",
      e_point: "2026-06-14T10:06:00Z",
    };
    await ada.call("POST", "/api/journals/", { json: { track: second, ...entry } });
    const tag_id = (await ada.call("POST", "/api/user-tags/", { json: { value: "heavy" } })).body.tag.id;
    const tack = (await ada.call("GET", `/api/tracks/${second}/analysis/`)).body.files[0].maneuvers.at(-1);
    await ada.call("POST", `/api/segments/${tack.id}/tags/`, { json: { tag_id, track: second } });
    const correct = (id: number, day: number) => {
      const start_time = `2026-06-1${day}T10:00:00.000Z`;
      const one = { action: "leave_out", start_time, end_time: `2026-06-1${day}T10:01:00.000Z` };
      return ada.call("PUT", `/api/tracks/${id}/corrections/`, { json: { corrections: [one] } });
    };
    await correct(first, 3);
    await correct(second, 4);
    await ada.call("PATCH", `/api/tracks/${second}/`, { json: { permissions: "PRIVATE" } });
    for (const id of ids) await processed(ada.call, id);
    expect((await join(ids)).status).toBe(200);
    const track = await processed(ada.call, first);
    expect([track.permissions, track.journal_count]).toEqual(["PRIVATE", 1]);
    const { corrections, outcomes } = (await ada.call("GET", `/api/tracks/${first}/corrections/`)).body;
    expect(corrections.map(({ start_time }: { start_time: string }) => start_time.slice(0, 10))).toEqual([
      "2026-06-13",
      "2026-06-14",
    ]);
    expect(outcomes.map(({ applied }: { applied: boolean }) => applied)).toEqual([true, true]);
    const found = (await reportOf(first)).maneuvers.find(({ time }) => time === tack.time);
    expect((found as { id?: number }).id).toBe(tack.id);
    expect((await ada.call("GET", `/api/segments/${tack.id}/`)).body).toMatchObject({ user_tags: [{ id: tag_id }] });
  });

  it("are several again on request, each with its file, its id and what was written to its time or to it", async () => {
    const { ids } = await twoDays();
    const [first, second] = ids as [number, number];
    const star = (track: number, day: number) => ({
      track,
      content: `Day ${day}`,
      jType: "star",
      s_point: `2026-06-1${day}T10:05:00Z`,
      e_point: `2026-06-1${day}T10:06:00Z`,
    });
    const note = (track: number, content: string) => ({ track, content });
    const write = async (entry: object) =>
      (await ada.call("POST", "/api/journals/", { json: entry })).body.id as number;
    const before = [
      await write(star(second, 4)),
      await write(note(second, "of the second")),
      await write(note(first, "of the first")),
    ];
    const tag_id = (await ada.call("POST", "/api/user-tags/", { json: { value: "heavy" } })).body.tag.id;
    const tack = (await ada.call("GET", `/api/tracks/${second}/analysis/`)).body.files[0].maneuvers.at(-1);
    await ada.call("POST", `/api/segments/${tack.id}/tags/`, { json: { tag_id, track: second } });
    const coach = await at().signUp("Cleo");
    await at()
      .context.db.updateTable("users")
      .set({ enabled_features: JSON.stringify(["coach_tools"]) })
      .where("id", "=", coach.session.user.id)
      .execute();
    const other = (await upload(gpxOf({ name: "a", day: 6 }, { name: "b", day: 7 }))).ids[0]!;
    const race = async (tracks: number[]) =>
      (await coach.call("POST", "/api/races/", { json: { tracks } })).body.id as number;
    const [of_both, of_second] = [await race(ids), await race([second, other])];
    const sources = async (id: number) => {
      const { url } = (await ada.call("GET", `/api/download/track/source/${id}/`)).body;
      return Buffer.from((await ada.call("GET", url)).bytes).toString();
    };
    const files = [await sources(first), await sources(second)];
    await at()
      .context.db.insertInto("race_consents")
      .values({
        race_id: of_second,
        track_id: second,
        user_id: ada.session.user.id,
        consent: "agreed",
        asked_by: null,
        asked_at: null,
        answered_at: new Date(),
      })
      .execute();

    expect((await join(ids)).status).toBe(200);
    await processed(ada.call, first);
    // A star and a correction that were made meanwhile.
    before.push(await write(star(first, 4)));
    const leave = { action: "leave_out", start_time: "2026-06-14T10:00:00.000Z", end_time: "2026-06-14T10:01:00.000Z" };
    await ada.call("PUT", `/api/tracks/${first}/corrections/`, { json: { corrections: [leave] } });
    await processed(ada.call, first);

    const { status, body } = await ada.call("DELETE", `/api/tracks/${first}/join/`);
    expect([status, body.tracks?.map(({ id, file_name }: Track) => [id, file_name])]).toEqual([
      200,
      [
        [first, "week, 2026-06-13 10.00.gpx"],
        [second, "week, 2026-06-14 10.00.gpx"],
      ],
    ]);
    for (const id of ids) expect((await processed(ada.call, id)).processing_status).toBe(3);
    expect([await sources(first), await sources(second)]).toEqual(files);
    const owners = await at()
      .context.db.selectFrom("journals")
      .select(["id", "track_id"])
      .where("id", "in", before)
      .orderBy("id")
      .execute();
    expect(owners.map(({ track_id }) => track_id)).toEqual([second, second, first, second]);
    const corrections = async (id: number) =>
      (await ada.call("GET", `/api/tracks/${id}/corrections/`)).body.corrections;
    expect([await corrections(first), await corrections(second)]).toEqual([[], [leave]]);
    const found = (await reportOf(second)).maneuvers.find(({ time }) => time === tack.time);
    expect((found as { id?: number }).id).toBe(tack.id);
    expect((await ada.call("GET", `/api/segments/${tack.id}/`)).body).toMatchObject({ user_tags: [{ id: tag_id }] });
    const tracksOf = async (id: number) =>
      ((await coach.call("GET", `/api/races/${id}/?notrackpoints=true`)).body.track_ids as number[]).toSorted(
        (a, b) => a - b,
      );
    expect([await tracksOf(of_both), await tracksOf(of_second)]).toEqual([ids, [second, other]]);
    const consents = await at()
      .context.db.selectFrom("race_consents")
      .select("track_id")
      .where("race_id", "=", of_second)
      .execute();
    expect(consents).toEqual([{ track_id: second }]);
    expect((await ada.call("DELETE", `/api/tracks/${first}/join/`)).body).toEqual({
      detail: "This track was made of one file.",
      code: "one_file",
    });
    const left = at().context.db.selectFrom("joined_files").selectAll().where("user_id", "=", ada.session.user.id);
    expect(await left.execute()).toEqual([]);
  });

  it("stay in their races, each once", async () => {
    const { ids } = await twoDays();
    const coach = await at().signUp("Cleo");
    await at()
      .context.db.updateTable("users")
      .set({ enabled_features: JSON.stringify(["coach_tools"]) })
      .where("id", "=", coach.session.user.id)
      .execute();
    const { id: race } = (await coach.call("POST", "/api/races/", { json: { tracks: ids } })).body;
    expect((await join(ids)).status).toBe(200);
    const { body } = await coach.call("GET", `/api/races/${race}/?notrackpoints=true`);
    expect(body.track_ids).toEqual([ids[0]]);
  });

  it("stay apart where they are boats of the same time, or their clocks are set differently", async () => {
    const { kind, ids: boats } = await upload(gpxOf({ name: "GER 1" }, { name: "GER 2", lat_deg: 54.45 }));
    expect(kind).toBe("boats");
    expect(await join(boats)).toMatchObject({
      status: 409,
      body: { code: "not_one_track", detail: "These tracks are of the same time: they are boats, and stay apart." },
    });
    const { ids } = await upload(gpxOf({ name: "a", day: 3 }, { name: "b", day: 4 }));
    await ada.call("PUT", `/api/tracks/${ids[1]}/corrections/`, {
      json: { corrections: [{ action: "clock", shift_s: 3600 }] },
    });
    expect((await join(ids)).body.detail).toBe("The clocks of these tracks are set differently. Set them alike first.");
    expect(await mine()).toHaveLength(4);
  });

  it("are the sailor's own: others are answered that it is not theirs", async () => {
    const { ids } = await twoDays();
    const bob = await at().signUp("Bob");
    expect((await join(ids, bob)).status).toBe(403);
    expect(await mine()).toHaveLength(2);
  });
});
