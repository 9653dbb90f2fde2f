import type { AnalysisDocument } from "@leebow/core";
import { columnsOfArrow } from "@leebow/core/node";
import { beforeEach, expect, it } from "vitest";
import { sailedSession } from "../../test/sailed-session.ts";
import { onEveryDatabase, type Person, processed, trackForm } from "../../test/test-server.ts";
import type { TrackDetail, UploadedTrack } from "../contract.ts";
import { SAILED_FOLDER } from "./result-files.ts";

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
});
