import type { AnalysisDocument } from "@leebow/core";
import { columnsOfArrow } from "@leebow/core/node";
import { zipOf } from "@leebow/fixtures";
import { beforeEach, expect, it } from "vitest";
import { sailedSession } from "../../../test/sailed-session.ts";
import { onEveryDatabase, type Person, processed, trackForm } from "../../../test/test-server.ts";
import type { Track, TrackDetail, UploadedTrack } from "../../app/contract.ts";
import { SAILED_FOLDER } from "./results.ts";

const START_MS = Date.parse("2026-06-13T10:00:00Z");
const MINUTES = 30;
const DRIVE_S = 900;

const pointsOf = (gpx: Uint8Array) =>
  [
    ...Buffer.from(gpx)
      .toString()
      .matchAll(/<trkpt[\s\S]*?<\/trkpt>/g),
  ].map(String);
const trackOf = (name: string, points: string[]) =>
  `<trk><name>${name}</name><trkseg>${points.join("")}</trkseg></trk>`;
const gpxOf = (...tracks: string[]) =>
  Buffer.from(`<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">${tracks.join("")}</gpx>`);

/** A session of a Laser at this latitude. */
const sailed = (lat_deg: number) =>
  pointsOf(sailedSession({ minutes: MINUTES, start_time_ms: START_MS, lat_deg, lon_deg: 10.2 }, "gpx"));

/** A drive to the north at 90 km/h, a fix a second, from the end of the session on. */
function drive(): string[] {
  return Array.from({ length: DRIVE_S }, (_, s) => {
    const time = new Date(START_MS + (MINUTES * 60 + 60 + s) * 1000).toISOString();
    return `<trkpt lat="${(54.5 + (s * 25) / 111_200).toFixed(7)}" lon="10.2"><time>${time}</time></trkpt>`;
  });
}

onEveryDatabase("a file of several parts", (at) => {
  let ada: Person;
  beforeEach(async () => {
    ada = await at().signUp();
  });
  const upload = async (gpx: Buffer) => {
    const fields = { boat_name: "Laser", permissions: "PUBLIC" };
    return (await ada.call("POST", "/api/tracks/", { form: trackForm("day.gpx", gpx, fields) })).body as UploadedTrack;
  };

  it("makes a track of each boat that sailed at the same time", async () => {
    const { archive } = await upload(gpxOf(trackOf("GER 1", sailed(54.4)), trackOf("GER 2", sailed(54.45))));
    expect(archive!.tracks.map(({ file_name }) => file_name)).toEqual(["day, GER 1.gpx", "day, GER 2.gpx"]);
    for (const { id } of archive!.tracks) expect((await processed(ada.call, id)).processing_status).toBe(3);
  });

  it("shows the drive home to its owner, and to others the sailing alone", async () => {
    const { id } = await upload(gpxOf(trackOf("day", [...sailed(54.4), ...drive()])));
    const track = await processed(ada.call, id);
    expect(track.processing_status).toBe(3);
    const bob = await at().signUp();
    const seenBy = async ({ call }: Person) => {
      const analysis = (await call("GET", `/api/tracks/${id}/analysis/`)).body as AnalysisDocument;
      const detail = (await call("GET", `/api/tracks/${id}/`)).body as TrackDetail;
      const columns = columnsOfArrow((await call("GET", `/api/tracks/${id}/columns/`)).bytes);
      const [report] = analysis.files;
      return { report: report!, points: detail.trackpoints, columns };
    };
    const [own, others] = [await seenBy(ada), await seenBy(bob)];
    expect(own.report.parts.map(({ kind, left_out }) => [kind, left_out])).toEqual([
      ["sailing", false],
      ["on_land", true],
    ]);
    const n = own.report.parts[0]!.end;
    expect(own.columns.n).toBeGreaterThan(n + DRIVE_S - 60);
    expect([own.points.length, own.report.points]).toEqual([own.columns.n, own.columns.n]);
    expect([others.columns.n, others.points.length, others.report.points]).toEqual([n, n, n]);
    expect(others.report.parts.map(({ kind, start, end }) => [kind, start, end])).toEqual([["sailing", 0, n]]);
    expect(others.report.maneuvers).toEqual(own.report.maneuvers);
    const timesOf = async ({ call }: Person) => {
      const { metric, start_time, end_time } = (await call("GET", `/api/tracks/${id}/?notrackpoints=true`))
        .body as Track;
      return { ...metric, start_time, end_time };
    };
    const sailing = { duration: expect.closeTo(MINUTES * 60, -1), end_time: others.report.end_time };
    expect(await timesOf(ada)).toMatchObject({ ...sailing, recorded: expect.closeTo(MINUTES * 60 + 60 + DRIVE_S, -1) });
    expect(await timesOf(bob)).toMatchObject(sailing);
    expect(await timesOf(bob)).not.toHaveProperty("recorded");
    const north = (lats: Float64Array) => Math.max(...lats);
    expect(north(others.columns.lat_deg)).toBeLessThan(54.48);
    expect(north(own.columns.lat_deg)).toBeGreaterThan(54.6);
  });

  it("shows others nothing where the sailing alone is missing in the storage, and makes it again", async () => {
    const { id } = await upload(gpxOf(trackOf("day", [...sailed(54.4), ...drive()])));
    await processed(ada.call, id);
    const bob = await at().signUp();
    const { context, errors } = at();
    const { storage, db } = context;
    for (const path of ["analysis/", "columns/", ""]) {
      const results = db.selectFrom("tracks").select("result_key").where("id", "=", id);
      const { result_key } = await results.executeTakeFirstOrThrow();
      await storage.remove(`${result_key}/${SAILED_FOLDER}`);
      const { status, body } = await bob.call("GET", `/api/tracks/${id}/${path}`);
      expect([path, status, body.code]).toEqual([path, 503, "results_missing"]);
      await processed(ada.call, id);
      const made = (await bob.call("GET", `/api/tracks/${id}/analysis/`)).body as AnalysisDocument;
      expect(made.files[0]!.parts.map(({ kind }) => kind)).toEqual(["sailing"]);
    }
    expect(errors.splice(0).length).toBeGreaterThan(0);
  });

  const homeDrive = (minutes: number) => gpxOf(trackOf("home", drive().slice(0, minutes * 60)));
  const send = async (name: string, gpx: Buffer, fields = {}) =>
    ada.call("POST", "/api/tracks/", { form: trackForm(name, gpx, { boat_name: "Laser", ...fields }) });

  it("refuses a drive with a sentence that says what it is, and keeps nothing of it", async () => {
    const { status, body } = await send("home.gpx", homeDrive(12));
    const sentence = "No sailing found in this file. All of it, 12 min, is a drive on roads. It is not kept.";
    expect([status, body]).toEqual([409, { detail: sentence, code: "no_sailing" }]);
    expect((await ada.call("GET", "/api/tracks/?owner=mine")).body.results).toEqual([]);
    const wrong = await send("home.gpx", homeDrive(12), { is_sailing: "perhaps" });
    expect([wrong.status, wrong.body]).toEqual([400, { is_sailing: ["Write true or false."] }]);
  });

  it("takes all of a drive in where its user says that it is sailing, which can be taken back", async () => {
    const { status, body } = await send("home.gpx", homeDrive(12), { is_sailing: "true" });
    expect(status).toBe(201);
    const partsOf = async () => {
      await processed(ada.call, body.id);
      const { files } = (await ada.call("GET", `/api/tracks/${body.id}/analysis/`)).body as AnalysisDocument;
      return files[0]!.parts.map(({ left_out, by_hand }) => [left_out, by_hand]);
    };
    expect(await partsOf()).toEqual([[false, true]]);
    // The same file again is that track.
    expect(await send("home.gpx", homeDrive(12))).toMatchObject({ status: 200, body: { id: body.id } });
    await ada.call("DELETE", `/api/tracks/${body.id}/corrections/`);
    expect(await partsOf()).toEqual([[true, false]]);
  });

  it("keeps the sailing of a zip, and names what is none", async () => {
    const zip = zipOf([
      ["sailed.gpx", gpxOf(trackOf("day", sailed(54.4)))],
      ["home.gpx", homeDrive(12)],
    ]);
    const { status, body } = await send("day.zip", Buffer.from(zip));
    expect(status).toBe(201);
    expect(body.archive.tracks.map(({ file_name }: { file_name: string }) => file_name)).toEqual(["sailed.gpx"]);
    expect(body.archive.remarks).toEqual([
      "home.gpx: No sailing found in this file. All of it, 12 min, is a drive on roads. It is not kept.",
    ]);
  });

  it("takes a plain session whatever its user says of it", async () => {
    const { body } = await send("day.gpx", gpxOf(trackOf("day", sailed(54.4))), { is_sailing: "true" });
    await processed(ada.call, body.id);
    expect((await ada.call("GET", `/api/tracks/${body.id}/corrections/`)).body.corrections).toEqual([]);
  });
});
