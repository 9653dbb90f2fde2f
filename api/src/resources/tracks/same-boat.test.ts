import { beforeEach, expect, it } from "vitest";
import { sailedSession } from "../../../test/sailed-session.ts";
import { onEveryDatabase, type Person, processed, trackForm } from "../../../test/test-server.ts";
import type { Track } from "../../app/contract.ts";
import { isBoatOfItsOwn } from "./queries.ts";

const SPEC = { minutes: 40, start_time_ms: Date.parse("2026-06-13T10:00:00Z"), lat_deg: 54.4, lon_deg: 10.2 };
const POINTS = Buffer.from(sailedSession(SPEC, "gpx"))
  .toString()
  .match(/<trkpt[\s\S]*?<\/trkpt>/g)!;

/** The session so many metres further north, every so many points. */
function recording(north_m: number, every: number): Buffer {
  const moved = (point: string) =>
    point.replace(/lat="([^"]+)"/, (_, lat) => `lat="${(Number(lat) + north_m / 111_195).toFixed(7)}"`);
  const points = POINTS.filter((_, i) => i % every === 0).map(moved);
  return Buffer.from(
    `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`,
  );
}

onEveryDatabase("two recordings of one time", (at) => {
  let ada: Person;
  beforeEach(async () => {
    ada = await at().signUp();
  });
  const upload = async (name: string, bytes: Buffer) => {
    const form = trackForm(name, bytes, { boat_name: "Laser", permissions: "PUBLIC" });
    const { id } = (await ada.call("POST", "/api/tracks/", { form })).body as Track;
    await processed(ada.call, id);
    return id;
  };
  const trackOf = async (id: number, by = ada) =>
    (await by.call("GET", `/api/tracks/${id}/?notrackpoints=true`)).body as Track;

  it("of one boat are one session, that of the better receiver, until they are said to be two boats", async () => {
    const watch = await upload("watch.gpx", recording(5, 2));
    expect((await trackOf(watch)).same_boat).toBeNull();
    const logger = await upload("logger.gpx", recording(0, 1));
    const found = { track: logger, file_name: "logger.gpx", apart_m: expect.closeTo(5, 0), answer: null };
    expect([(await trackOf(watch)).same_boat, (await trackOf(logger)).same_boat]).toEqual([found, null]);
    // Only the owner sees it: the other recording may be private.
    expect((await trackOf(watch, await at().signUp("Bob"))).same_boat).toBeNull();
    const counted = async () =>
      (
        await at()
          .context.db.selectFrom("tracks")
          .select("tracks.id")
          .where("user_id", "=", ada.session.user.id)
          .where(isBoatOfItsOwn)
          .orderBy("id")
          .execute()
      ).map(({ id }) => id);
    expect(await counted()).toEqual([logger]);
    const say = async (same_boat: string | null) => ada.call("PATCH", `/api/tracks/${watch}/`, { json: { same_boat } });
    expect((await say("two")).body.same_boat).toEqual({ ...found, answer: "two" });
    expect(await counted()).toEqual([watch, logger]);
    // Another analysis asks no more.
    await ada.call("PATCH", `/api/tracks/${watch}/`, { json: { wind_hint_deg: 200 } });
    expect((await processed(ada.call, watch)).same_boat).toEqual({ ...found, answer: "two" });
    expect((await say("one")).body.same_boat.answer).toBe("one");
    expect((await say(null)).body.same_boat.answer).toBeNull();
    expect((await say("three")).body).toEqual({ same_boat: ["Choose one or two."] });
    await ada.call("DELETE", `/api/tracks/${logger}/`);
    expect((await trackOf(watch)).same_boat).toBeNull();
  });

  it("of boats beside each other are two sessions", async () => {
    const ids = [await upload("a.gpx", recording(0, 1)), await upload("b.gpx", recording(45, 1))];
    expect([(await trackOf(ids[0]!)).same_boat, (await trackOf(ids[1]!)).same_boat]).toEqual([null, null]);
  });
});
