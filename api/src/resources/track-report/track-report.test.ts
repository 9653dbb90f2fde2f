import type { FileAnalysis } from "@leebow/core";
import { readFixture } from "@leebow/fixtures";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import type { Track, TrackDetail } from "../../app/contract.ts";

onEveryDatabase("the spreadsheet report of a track", (at) => {
  let ada: Person;
  let track: Track;
  let report: FileAnalysis;
  beforeAll(async () => {
    ada = await at().signUp();
    track = await ada.upload("kiel.fit", readFixture("49er-kiel.fit"));
    report = (await ada.call("GET", `/api/tracks/${track.id}/analysis/`)).body.files[0];
  });
  const download = (id: number, person = ada) => person.call("GET", `/api/reports/track/?track_id=${id}`);
  const sheets = async (person = ada) => {
    const { bytes } = await download(track.id, person);
    const book = await readXlsx(bytes);
    return new Map(book.sheets.map(({ name, rows }) => [name, rows]));
  };
  const lines = (rows: unknown[][]) => {
    const [head, ...rest] = rows;
    return rest.map((row) => Object.fromEntries((head as string[]).map((name, i) => [name, row[i] ?? null])));
  };

  it("is an XLSX file under the specification's name", async () => {
    const { status, headers } = await download(track.id);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    const [year, month, day] = track.start_time!.slice(0, 10).split("-");
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename*=UTF-8''${month}${day}${year!.slice(2)}Lovelace-track-report.xlsx`,
    );
  });

  it("has the summary of the track, in the zone where it was sailed", async () => {
    const rows = (await sheets()).get("Summary")!;
    expect(rows[0]![1]).toBe(track.tz);
    const value = new Map(rows.map(([label, cell]) => [label, cell]));
    expect(value.get("Track id")).toBe(track.id);
    expect(value.get("Full name")).toBe("Ada Lovelace");
    expect(value.get("Distance (miles)")).toBe(Number((track.metric!.distance * 0.0006213712).toFixed(2)));
    expect(value.get("Duration (H:MM:SS)")).toBe("0:15:00");
    expect(value.get("Tacks")).toBe(track.metric!.tacks);
    expect(value.get("Average wind direction (°)")).toBe(Number(report.wind!.twd_deg.toFixed(1)));
    const local = new Date(track.start_time!).toLocaleString("sv-SE", { timeZone: track.tz! });
    expect(value.get("Start")).toBe(local);
  });

  it("has every maneuver with its loss, or the reason why there is none", async () => {
    const rows = lines((await sheets()).get("Maneuvers")!);
    expect(rows.map((row) => row.Name)).toEqual(report.maneuvers.map(({ name }) => name));
    for (const [i, maneuver] of report.maneuvers.entries()) {
      expect(rows[i]).toMatchObject({ "Loss (m)": maneuver.loss_80_m, "Entry speed (kn)": maneuver.entry_speed_kn });
      expect(rows[i]!["In averages"]).toBe(maneuver.left_out_reason === null ? "yes" : "no");
      expect(rows[i]!["No loss because"] === null).toBe(maneuver.no_loss_reason === null);
    }
  });

  it("is in the units of the account that reads it, and its heads name them", async () => {
    const coach = await at().signUp("Grace");
    const units = { distance: "nm", speed: "m/s", length: "ft" };
    expect((await coach.call("PATCH", "/api/users/", { json: { units } })).status).toBe(200);
    const book = await sheets(coach);
    const summary = new Map(book.get("Summary")!.map(([label, cell]) => [label, cell]));
    expect(summary.get("Distance (nm)")).toBeCloseTo(track.metric!.distance / 1852, 1);
    expect(summary.get("Max speed (m/s)")).toBeCloseTo((track.metric!.max_speed! * 1852) / 3600, 1);
    const [first] = report.maneuvers;
    const row = lines(book.get("Maneuvers")!)[0]!;
    expect(row["Entry speed (m/s)"]).toBeCloseTo((first!.entry_speed_kn! * 1852) / 3600, 6);
    expect(row["Loss (ft)"]).toBeCloseTo(first!.loss_80_m! / 0.3048, 6);
    expect([...book.get("Straights")![0]!]).toContain("VMG (m/s)");
    expect([...(await sheets()).get("Straights")![0]!]).toContain("VMG (kn)");
  });

  it("has the straights with the viewer's tags, and the wind", async () => {
    const { segments } = (await ada.call("GET", `/api/tracks/${track.id}/`)).body as TrackDetail;
    const straight = segments.find(({ label }) => label === "S")!;
    for (const value of ["=2+2", "flat"]) {
      const { tag } = (await ada.call("POST", "/api/user-tags/", { json: { value } })).body;
      await ada.call("POST", `/api/segments/${straight.id}/tags/`, { json: { tag_id: tag.id, track: track.id } });
    }
    const rows = lines((await sheets()).get("Straights")!);
    expect(rows).toHaveLength(report.straights.length);
    expect(rows.find((row) => row.Name === straight.seg_name)).toMatchObject({ Tags: "'=2+2, flat" });
    const grace = await at().signUp("Grace");
    expect(lines((await sheets(grace)).get("Straights")!).every((row) => row.Tags === null || row.Tags === "")).toBe(
      true,
    );
    expect((await sheets()).get("Wind")).toHaveLength(report.wind!.series.length + 1);
  });

  it("has each turn in % of the viewer's target of the class, in a wind strength by hand where none was measured", async () => {
    const maneuvers = async (person: Person, query = "") => {
      const { bytes, status } = await person.call("GET", `/api/reports/track/?track_id=${track.id}${query}`);
      expect(status).toBe(200);
      const book = await readXlsx(bytes);
      return lines(book.sheets.find(({ name }) => name === "Maneuvers")!.rows);
    };
    const eva = await at().signUp("Eva");
    const file = "twa/tws;4;30\n40;6;9\n90;9;14\n140;9;16\n170;6;10\n";
    const { body } = await eva.call("POST", "/api/targets/", {
      json: { boat_class: track.boat_name, name: "=club", file },
    });
    expect(body.in_use).toBe(true);
    expect(Object.keys((await maneuvers(eva))[0]!)).not.toContain("Entry (% of target)");
    const rows = await maneuvers(eva, "&tws_kn=12");
    const turns = rows.filter(({ Kind }) => Kind === "Tack");
    expect(turns.length).toBeGreaterThan(2);
    for (const row of turns) {
      expect(row["Entry (% of target)"]).toBeGreaterThan(20);
      expect(row["Lowest (% of target)"]).toBeLessThanOrEqual(row["Exit (% of target)"] as number);
      expect(row.Target).toBe("'=club");
    }
    // The target is that of its owner alone.
    expect(Object.keys((await maneuvers(ada, "&tws_kn=12"))[0]!)).not.toContain("Target");
    expect((await eva.call("GET", `/api/reports/track/?track_id=${track.id}&tws_kn=none`)).status).toBe(400);
  });

  it("is absent without results, and asks for a track", async () => {
    const broken = await ada.upload("text.gpx", readFixture("broken/no-positions.gpx"));
    const { status, bytes } = await download(broken.id);
    expect([status, bytes.length]).toEqual([204, 0]);
    expect((await ada.call("GET", "/api/reports/track/")).body).toEqual({ track_id: ["Choose a track."] });
    expect((await download(2 ** 31 - 2)).status).toBe(404);
  });
});
