import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AnalysisDocument } from "@leebow/core";
import { fixturePath } from "@leebow/fixtures";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const FILES = ["49er-kiel.fit", "ilca-weymouth.gpx", "470-hyeres.velocitek.csv"];
const SEASON = "analyze season --boat 49er --format parquet --out tables";

/** A folder `season` with these fixtures. */
function season(folder: string, names: readonly string[]): void {
  mkdirSync(join(folder, "season"), { recursive: true });
  for (const name of names) copyFileSync(fixturePath(name), join(folder, "season", name));
}

/** Paths below a folder of tables, by name. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

const contentOf = (folder: string) => filesIn(folder).map((path) => [path, readFileSync(join(folder, path), "base64")]);

const rowsOf = async (folder: string, table: string) => {
  const files = filesIn(folder).filter((path) => path.startsWith(`${table}/`));
  const rows = files.map(async (path) => parquetReadObjects({ file: await asyncBufferFromFile(join(folder, path)) }));
  return (await Promise.all(rows)).flat();
};

describe("a season as tables", () => {
  it("has the sessions, maneuvers, straights and fixes of the analysis, by boat class and month", async () => {
    await inFolder(async (cwd) => {
      season(cwd, [FILES[0]!]);
      const run = await leebow(SEASON, { cwd });
      expect(run).toMatchObject({ code: 0, stdout: "tables: 1 session written, 0 there already.\n" });
      const { stdout } = await leebow("analyze season --boat 49er --format json", { cwd });
      const { engine, files } = JSON.parse(stdout) as AnalysisDocument;
      const [report] = files as [AnalysisDocument["files"][number]];
      const paths = filesIn(join(cwd, "tables"));
      const month = report.start_time.slice(0, 7);
      expect(paths.map(dirname)).toEqual(
        ["maneuvers", "points", "sessions", "straights"].map((table) => `${table}/boat_class=49er/month=${month}`),
      );
      const [sessions, maneuvers, straights, points] = await Promise.all(
        ["sessions", "maneuvers", "straights", "points"].map((table) => rowsOf(join(cwd, "tables"), table)),
      );
      const key = { input_sha256: report.sha256, engine };
      expect(sessions).toEqual([
        expect.objectContaining({
          ...key,
          start: new Date(report.start_time),
          distance_m: report.summary.distance_m,
          tack_count: report.summary.tacks,
          twd_deg: report.wind!.twd_deg,
        }),
      ]);
      expect(maneuvers).toEqual(
        report.maneuvers.map(({ kind, time, loss_80_m, left_out_reason }) =>
          expect.objectContaining({
            ...key,
            kind,
            time: new Date(time),
            loss_80_m,
            averaged: left_out_reason === null,
          }),
        ),
      );
      expect(straights).toEqual(
        report.straights.map(({ vmg_kn, mode }) => expect.objectContaining({ ...key, vmg_kn, mode })),
      );
      expect(points).toHaveLength(report.points);
      expect(points!.at(-1)).toMatchObject({ ...key, time: new Date(report.end_time), clew_load: null });
      const { key_value_metadata } = await parquetMetadataAsync(
        await asyncBufferFromFile(join(cwd, "tables", paths[0]!)),
      );
      expect(key_value_metadata).toEqual(
        expect.arrayContaining([
          { key: "leebow:engine", value: engine },
          { key: "leebow:input_sha256", value: report.sha256 },
        ]),
      );
    });
  });

  it("has each recording once, whatever its copies are called and however often it is written, by its last class", async () => {
    await inFolder(async (cwd) => {
      season(cwd, FILES.slice(0, 2));
      copyFileSync(fixturePath(FILES[0]!), join(cwd, "season", "copy.fit"));
      const tables = join(cwd, "tables");
      const first = await leebow(`${SEASON} --tables maneuvers`, { cwd });
      expect(first.stdout).toBe("tables: 2 sessions written, 1 there already.\n");
      // Of copies the first one is named, whichever was read first.
      expect((await rowsOf(tables, "sessions")).map(({ file }) => file).sort()).toEqual(
        FILES.slice(0, 2)
          .map((file) => `season/${file}`)
          .sort(),
      );
      const before = contentOf(tables);
      expect((await leebow(`${SEASON} --tables maneuvers`, { cwd })).stdout).toContain("no sessions written, 3 there");
      expect(contentOf(tables)).toEqual(before);
      // The fixes come beside what is there.
      await leebow(`${SEASON} --tables maneuvers,points`, { cwd });
      expect(contentOf(tables).filter(([path]) => !path!.startsWith("points/"))).toEqual(before);
      // Another class is another analysis, which takes the place of the one before in all tables.
      await leebow("analyze season/49er-kiel.fit --boat Laser --format parquet --out tables", { cwd });
      const partitions = filesIn(tables).map((path) => path.split("/").slice(0, 2).join("/"));
      for (const table of ["sessions", "maneuvers", "points"])
        expect(partitions.filter((path) => path.startsWith(table))).toEqual([
          `${table}/boat_class=49er`,
          `${table}/boat_class=Laser`,
        ]);
    });
  });

  it("is the same after a run that was killed half-way and begun again", async () => {
    await inFolder(async (cwd) => {
      season(cwd, FILES);
      await leebow(SEASON, { cwd });
      const tables = join(cwd, "tables");
      const whole = contentOf(tables);
      // As left by a kill: one session not begun, one not complete, one half written, whose file has no name yet.
      const [a, b, c] = filesIn(tables).filter((path) => path.startsWith("sessions/")) as [string, string, string];
      for (const table of ["sessions", "maneuvers", "straights", "points"])
        rmSync(join(tables, a.replace("sessions", table)));
      rmSync(join(tables, b));
      for (const table of ["sessions", "straights", "points"]) rmSync(join(tables, c.replace("sessions", table)));
      writeFileSync(join(tables, `${c.replace("sessions", "points")}.part`), "PAR1");
      const again = await leebow(SEASON, { cwd });
      expect(again.stdout).toContain("3 sessions written, 0 there");
      expect(contentOf(tables)).toEqual(whole);
    });
  });

  it("leaves out a file that cannot be read, names it, and has the others", async () => {
    await inFolder(async (cwd) => {
      season(cwd, FILES.slice(0, 1));
      writeFileSync(join(cwd, "season", "torn.fit"), "no recording");
      const { code, stdout, stderr } = await leebow(SEASON, { cwd });
      expect([code, stdout]).toEqual([1, "tables: 1 session written, 0 there already; 1 of 2 could not be read.\n"]);
      expect(stderr).toContain("season/torn.fit: ");
      expect(await rowsOf(join(cwd, "tables"), "sessions")).toHaveLength(1);
      const failed = async () => rowsOf(join(cwd, "tables"), "failed");
      expect(await failed()).toEqual([
        { file: "season/torn.fit", kind: "unknown_format", message: expect.stringMatching(/\.$/) },
      ]);
      // Exported again, it can be read: it has failed no more.
      copyFileSync(fixturePath(FILES[1]!), join(cwd, "season", "torn.fit"));
      expect((await leebow(SEASON, { cwd })).code).toBe(0);
      expect(await failed()).toEqual([]);
    });
  });

  it("has the class, sailor and sail number that a manifest gives to each recording, and its sport", async () => {
    await inFolder(async (cwd) => {
      season(cwd, FILES);
      const rows = [
        "file,boat_class,sailor,sail_number",
        '49er-kiel.fit,49er,"Diesch, Erwin",GER 12',
        "season/ilca-weymouth.gpx,ILCA 7,Ada,",
        "elsewhere.fit,470,Ben,ESP 3",
      ];
      writeFileSync(join(cwd, "season", "boats.csv"), `\ufeff${rows.join("\r\n")}\r\n`);
      const words = "--manifest season/boats.csv --boat 470 --format parquet --out tables --tables sessions";
      const run = await leebow(`analyze season ${words}`, { cwd });
      expect(run).toMatchObject({ code: 0, stdout: "tables: 3 sessions written, 0 there already.\n" });
      const sessions = await rowsOf(join(cwd, "tables"), "sessions");
      expect(sessions.map(({ file, sailor, sail_number }) => [file, sailor, sail_number]).sort()).toEqual([
        ["season/470-hyeres.velocitek.csv", null, null],
        ["season/49er-kiel.fit", "Diesch, Erwin", "GER 12"],
        ["season/ilca-weymouth.gpx", "Ada", null],
      ]);
      expect(sessions.every((row) => "sport" in row)).toBe(true);
      expect([...new Set(filesIn(join(cwd, "tables")).map((path) => path.split("/")[1]))].sort()).toEqual([
        "boat_class=470",
        "boat_class=49er",
        "boat_class=Laser",
      ]);
    });
  });

  it.each([
    ["file,boat\n49er-kiel.fit,49er\n", "(column boat): its first row is file and any of"],
    ["file,boat_class\n49er-kiel.fit,Bathtub\n", 'row 2: "Bathtub" is not a boat class'],
  ])("refuses the manifest %j with a sentence", async (text, sentence) => {
    await inFolder(async (cwd) => {
      season(cwd, FILES.slice(0, 1));
      writeFileSync(join(cwd, "boats.csv"), text);
      const { code, stderr } = await leebow(`${SEASON} --manifest boats.csv`, { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(sentence);
    });
  });

  it.each([
    ["--format parquet", "--format parquet writes a folder of tables: name it with --out."],
    ["--out tables", "--out is the folder of --format parquet."],
    ["--format parquet --out t --points", "leave out --output and --points."],
    ["--format parquet --out t --tables races", "The tables are sessions, maneuvers, straights, points."],
    ["--format parquet --out 49er-kiel.fit", "49er-kiel.fit cannot be used for the tables"],
  ])("refuses %s with a sentence", async (options, sentence) => {
    const { code, stderr } = await leebow(`analyze 49er-kiel.fit ${options}`);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });
});
