import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnalysisDocument, FileAnalysis, Maneuver } from "@leebow/core";
import { convertText, loadCore, trackOfArrow, writeSession } from "@leebow/core/node";
import { fixturePath, readFixture, sessions } from "@leebow/fixtures";
import Ajv from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const schema = JSON.parse(readFileSync(new URL("../schema/analysis.schema.json", import.meta.url), "utf8"));
const valid = new Ajv({ allErrors: true }).compile(schema);

/** The contract as the command line prints it: with the name of the file of points. */
type PrintedDocument = Omit<AnalysisDocument, "files"> & { files: (FileAnalysis & { points_file?: string })[] };

function documentOf(text: string): PrintedDocument {
  return JSON.parse(text);
}

describe("times without a date", () => {
  it("are those of the file, whatever the place", async () => {
    const hour = { class: "Laser", minutes: 20, rate_hz: 1, start_time_ms: Date.parse("2026-06-06T10:00:00Z") };
    const gpx = { name: "dated.gpx", bytes: writeSession({ ...hour, lat_deg: 54.4, lon_deg: 10.2 }, "gpx") };
    const dated = new TextDecoder().decode((await convertText(gpx, "csv")).bytes);
    await inFolder(async (cwd) => {
      writeFileSync(
        join(cwd, "undated.csv"),
        dated.replaceAll("2026-06-06T", "").replace(/(\d\d:\d\d:\d\d)\.000Z/g, "$1"),
      );
      const { stdout } = await leebow("analyze undated.csv", { cwd });
      expect(stdout).toMatch(/date unknown, 10:00 to 10:\d\d by its own clock, CSV/);
      expect(stdout).toMatch(/Tack 1 +10:0/);
    });
  });
});

describe("JSON", () => {
  it("follows the schema for recordings of every format and for files that fail", async () => {
    const names = sessions.map((session) => session.name).join(" ");
    const { stdout, code } = await leebow(`analyze ${names} broken --format json`);
    const document = documentOf(stdout);
    expect(valid(document), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
    expect(document.files.map((file) => file.name)).toEqual(expect.arrayContaining(sessions.map(({ name }) => name)));
    expect(document.failed.map(({ name }) => name)).toContain("broken/text.fit");
    expect(code).toBe(1);
  });

  it("has a schema entry for every field of the engine", async () => {
    const { stdout } = await leebow("analyze 49er-kiel.fit --boat 49er --format json");
    const [file] = documentOf(stdout).files;
    const { $defs } = schema;
    const fieldsOf = (type: string) => Object.keys($defs[type].properties).sort();
    expect(fieldsOf("FileAnalysis")).toEqual(expect.arrayContaining(Object.keys(file!)));
    expect(fieldsOf("Maneuver")).toEqual(Object.keys(file!.maneuvers[0]!).sort());
    expect(fieldsOf("Straight")).toEqual(Object.keys(file!.straights[0]!).sort());
    // Absent without an engine.
    expect(fieldsOf("Summary")).toEqual([...Object.keys(file!.summary), "under_engine"].sort());
    expect(fieldsOf("Wind")).toEqual(Object.keys(file!.wind!).sort());
  });

  it("has the numbers of the engine, unchanged", async () => {
    const core = await loadCore();
    const name = "ilca-weymouth.gpx";
    const { report } = await core.analyze({ name, bytes: readFixture(name) }, { boat_class: "Laser" });
    const { stdout } = await leebow(`analyze ${name} --boat laser --format json`);
    expect(documentOf(stdout)).toEqual({
      engine: core.version,
      parameters: { boat_class: "Laser", wind_hint_deg: null },
      files: [report],
      failed: [],
    });
  });

  it("has the order of the command line, however long each file takes", async () => {
    const names = ["49er-every-five-seconds.gpx", "ilca-weymouth.gpx", "49er-ten-hertz.fit", "wing-free-ride.fit"];
    const { stdout } = await leebow(["analyze", ...names, "-f", "json"]);
    expect(documentOf(stdout).files.map((file) => file.name)).toEqual(names);
  });
});

describe("CSV", () => {
  it("has one row per maneuver", async () => {
    const { stdout: json } = await leebow("analyze 49er-kiel.fit wing-free-ride.fit --format json");
    const { stdout } = await leebow("analyze 49er-kiel.fit wing-free-ride.fit --format csv");
    const rows = stdout.trimEnd().split("\r\n");
    const maneuvers = documentOf(json).files.flatMap((file) => file.maneuvers);
    expect(rows.length).toBe(maneuvers.length + 1);
    expect(new Set(rows.map((row) => row.split(",").length)).size).toBe(1);
    expect(rows[1]).toContain(`,${maneuvers[0]!.kind},${maneuvers[0]!.name},${maneuvers[0]!.time},`);
  });

  it("names its columns with the chosen units", async () => {
    const columns = async (units: string) => {
      const { stdout } = await leebow(`analyze 49er-kiel.fit --format csv${units}`);
      const [names, first] = stdout.split("\r\n").map((row) => row.split(","));
      return new Map(names!.map((name, i) => [name, Number(first![i])]));
    };
    const [standard, chosen] = [await columns(""), await columns(" --units m/s,ft")];
    expect(chosen.has("entry_speed_kn")).toBe(false);
    expect(chosen.get("entry_speed_mps")).toBeCloseTo((standard.get("entry_speed_kn")! * 1852) / 3600, 2);
    expect(chosen.get("loss_at_least_ft")).toBeCloseTo(standard.get("loss_at_least_m")! / 0.3048, 2);
    expect(chosen.get("duration_s")).toBe(standard.get("duration_s"));
  });
});

describe("the table", () => {
  it("stays within 100 columns", async () => {
    const { stdout } = await leebow("analyze . --boat 49er");
    expect(stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  it("prints medians over a batch", async () => {
    const { stdout } = await leebow("analyze 49er-kiel.fit 49er-cross-current.fit --boat 49er");
    expect(stdout).toMatch(/\nAll 2 files\n {2}\d+ tacks +median /);
  });

  it("is bold only on a terminal", async () => {
    expect((await leebow("analyze 49er-kiel.fit")).stdout).not.toContain("\u001b");
    expect((await leebow("analyze 49er-kiel.fit", { coloured: true })).stdout).toContain(
      "\u001b[1m49er-kiel.fit\u001b[22m",
    );
  });
});

describe("input", () => {
  it("is searched in folders, where other files are skipped", async () => {
    await inFolder(async (cwd) => {
      mkdirSync(join(cwd, "saturday/.hidden"), { recursive: true });
      copyFileSync(fixturePath("49er-kiel.fit"), join(cwd, "saturday/b.FIT"));
      copyFileSync(fixturePath("49er-kiel.fit"), join(cwd, "saturday/.hidden/c.fit"));
      copyFileSync(fixturePath("ilca-weymouth.gpx"), join(cwd, "saturday/a.gpx"));
      writeFileSync(join(cwd, "saturday/notes.md"), "wind dropped");
      const { stdout, code } = await leebow("analyze saturday --format json", { cwd });
      expect(documentOf(stdout).files.map((file) => file.name)).toEqual(["saturday/a.gpx", "saturday/b.FIT"]);
      expect(code).toBe(0);
    });
  });

  it("is reported missing when a folder holds no recordings", async () => {
    await inFolder(async (cwd) => {
      mkdirSync(join(cwd, "sunday"));
      const { stderr, code } = await leebow("analyze sunday", { cwd });
      expect(stderr).toBe("leebow: sunday: There are no recordings in this folder.\n");
      expect(code).toBe(1);
    });
  });

  it("is read from standard input", async () => {
    const bytes = readFixture("49er-kiel.fit");
    async function* stdin() {
      yield bytes.subarray(0, 1000);
      yield bytes.subarray(1000);
    }
    const { stdout } = await leebow("analyze - --format json", { stdin: stdin() });
    expect(documentOf(stdout).files[0]).toMatchObject({ name: "-", format: "fit", points: 901 });
  });

  it("may include a wind log", async () => {
    const session = sessions.find(({ wind }) => wind !== null)!;
    const { stdout } = await leebow(["analyze", session.name, "--wind", session.wind!, "-b", "J70", "-f", "json"]);
    const [file] = documentOf(stdout).files;
    expect(["measured", "fused"]).toContain(file!.wind!.source);
    expect(Math.abs(file!.wind!.tws_kn! - session.spec.tws_kn)).toBeLessThan(4);
  });

  it("is analysed without a wind log that cannot be read, which is named by its own name", () =>
    inFolder(async (cwd) => {
      writeFileSync(join(cwd, "cups.csv"), "cup,colour\n1,red\n");
      const path = fixturePath("49er-kiel.fit");
      const { stdout, stderr, code } = await leebow(["analyze", path, "--wind", "cups.csv", "-f", "json"], { cwd });
      expect(code).toBe(1);
      expect(stderr).toContain("leebow: cups.csv: This is not a wind log Leebow can read: it needs a time and a wind");
      expect(stderr).not.toContain("Export it as");
      const { files, failed } = documentOf(stdout);
      expect(files.map(({ name }) => name)).toEqual([path]);
      expect(failed.map(({ name }) => name)).toEqual(["cups.csv"]);
    }));
});

describe("the boat", () => {
  it.each([
    ["ilca", "Laser"],
    ["ilca 6", "ILCA 6"],
    ["rs aero 7", "RS Aero"],
  ])("may be given by a common name: %s", async (word, name) => {
    const { stdout } = await leebow(["analyze", "ilca-reach-only.fit", "--boat", word, "--format", "json"]);
    expect(documentOf(stdout).parameters.boat_class).toBe(name);
  });
});

describe("output", () => {
  it("is a complete file or none, with every fix in another file", async () => {
    await inFolder(async (cwd) => {
      const path = fixturePath("49er-kiel.fit");
      const { stdout } = await leebow(["analyze", path, path, "-f", "json", "-p", "-o", "out/day.json"], { cwd });
      expect(stdout).toBe("");
      expect(readdirSync(join(cwd, "out")).sort()).toEqual([
        "49er-kiel.fit-2.arrow",
        "49er-kiel.fit.arrow",
        "day.json",
      ]);
      const document = documentOf(readFileSync(join(cwd, "out/day.json"), "utf8"));
      expect(document.files.map((file) => file.points_file)).toEqual(["49er-kiel.fit.arrow", "49er-kiel.fit-2.arrow"]);
      const track = trackOfArrow(readFileSync(join(cwd, "out/49er-kiel.fit.arrow")));
      expect(track.columns.n).toBe(document.files[0]!.points);
      expect(valid(document)).toBe(true);
    });
  });

  it("leaves no partial file when it cannot be written", async () => {
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "file"), "");
      const { code, stderr } = await leebow(["analyze", fixturePath("49er-kiel.fit"), "-o", "file/day.json"], { cwd });
      expect(stderr).toContain("file/day.json cannot be written");
      expect(code).toBe(2);
      expect(existsSync(join(cwd, "file/day.json"))).toBe(false);
    });
  });

  it("shows its progress on a terminal, and occasionally elsewhere", async () => {
    const many = Array.from({ length: 60 }, () => "broken/empty.gpx");
    const logged = (await leebow(["analyze", ...many])).stderr;
    expect(logged.match(/^\d+ of 60 files$/gm)).toEqual(["25 of 60 files", "50 of 60 files"]);
    const watched = (await leebow("analyze 49er-kiel.fit wing-free-ride.fit", { watched: true })).stderr;
    expect(watched).toContain("\r\u001b[K2 of 2  wing-free-ride.fit");
    expect(watched.endsWith("\r\u001b[K")).toBe(true);
    expect((await leebow("analyze 49er-kiel.fit", { watched: true })).stderr).toBe("");
  });
});

describe("--target", () => {
  const SPEC = { class: "Laser", seed: 40, minutes: 30, rate_hz: 1, tws_kn: 13 };
  const POLAR = "twa/tws;8;16\n45;4.4;5\n90;5.2;8\n135;5;7.6\n170;4.4;6.5\n";
  const onTheWater = (work: (cwd: string) => Promise<void>) =>
    inFolder(async (cwd) => {
      writeFileSync(join(cwd, "sunday.gpx"), writeSession(SPEC, "gpx"));
      writeFileSync(join(cwd, "coach.nmea"), writeSession(SPEC, "nmea-wind"));
      writeFileSync(join(cwd, "ilca.pol"), POLAR);
      await work(cwd);
    });

  it("compares each turn with a polar file in the measured wind, as a table, CSV and JSON", () =>
    onTheWater(async (cwd) => {
      const words = "analyze sunday.gpx --boat Laser --wind coach.nmea --target ilca.pol";
      const { stdout, code } = await leebow(`${words} -f json`, { cwd });
      const document = JSON.parse(stdout);
      expect(valid(document), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
      const [file] = document.files;
      expect([code, file.target]).toEqual([
        0,
        { name: "ilca.pol", over_ground: false, through_water: false, tws_kn: null, missing: null },
      ]);
      // Tacks from a reach to a reach are compared by their speed made good, too, and are far below it.
      const tacks = file.maneuvers.filter((one: Maneuver) => one.kind === "tack" && one.loss_basis === "vmg");
      expect(tacks.length).toBeGreaterThan(3);
      for (const { of_target } of tacks) {
        expect(of_target.entry_percent).toBeGreaterThan(85);
        expect(of_target.entry_percent).toBeLessThan(135);
        expect(of_target.lowest_percent).toBeLessThan(of_target.entry_percent);
      }
      const table = (await leebow(words, { cwd })).stdout;
      expect(table).toMatch(/^ +Maneuver +Time +Entry % +Exit % +Least % +90 % at s$/m);
      expect(table).toMatch(/^ +Tack 1 +\d\d:\d\d:\d\d +\d+ +\d+ +\d+ +\d*$/m);
      expect(table.replace(/\n +/g, " ")).toContain("in the wind of the moment, over the ground: no current is known");
      for (const line of table.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
      const [head, first] = (await leebow(`${words} -f csv`, { cwd })).stdout.split("\r\n");
      expect(head).toMatch(/,target_entry_pct,target_exit_pct,target_lowest_pct,target_recovered_90_s$/);
      expect(first!.split(",")).toHaveLength(head!.split(",").length);
    }));

  it("needs a wind speed, which may be given, and is not for tables of a season", () =>
    onTheWater(async (cwd) => {
      const words = "analyze sunday.gpx --boat Laser --target ilca.pol";
      const said = (text: string) => text.replace(/\n +/g, " ");
      expect(said((await leebow(words, { cwd })).stdout)).toContain(
        "% of ilca.pol needs a wind speed, which was not measured: give a wind log with --wind, or a speed with --tws.",
      );
      expect(said((await leebow(`${words} --tws 13`, { cwd })).stdout)).toContain("in 13 kn of wind, given by hand");
      const parquet = await leebow(`${words} -f parquet --out tables`, { cwd });
      expect([parquet.code, parquet.stderr]).toEqual([2, expect.stringContaining("--target is for the table")]);
    }));
});
