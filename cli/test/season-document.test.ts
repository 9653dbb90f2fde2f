import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { AnalysisDocument } from "@leebow/core";
import { writeSession } from "@leebow/core/node";
import { type SeasonSession, seasonFile } from "@leebow/core/tables";
import { beforeAll, describe, expect, it } from "vitest";
import { inFolder, leebow } from "./world.ts";

const DOCUMENT = readFileSync(new URL("../../docs/season.md", import.meta.url), "utf8");
const PANDAS = ["pandas==3.0.6", "pyarrow==23.0.1"];

/** Sailor, first day, class's wind and boat of the simulated sessions. */
const SESSIONS = [
  ["ada", "2026-05-02", 6],
  ["ben", "2026-05-02", 6],
  ["ada", "2026-06-13", 12],
  ["ben", "2026-06-14", 17],
] as const;

/** The blocks of a language below a heading, in order. */
function blocks(language: string, heading: string): string[] {
  const at = DOCUMENT.indexOf(`\n${heading}`);
  expect(at, heading).toBeGreaterThan(0);
  const level = /^#+/.exec(heading)![0];
  const end = DOCUMENT.slice(at + 1 + heading.length).search(new RegExp(`^#{2,${level.length}} `, "m"));
  const section = end < 0 ? DOCUMENT.slice(at) : DOCUMENT.slice(at, at + 1 + heading.length + end);
  return [...section.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, code]) => code!);
}

/** A season of two sailors with a wind log, as tables, and as the file of a server. */
async function season(cwd: string): Promise<AnalysisDocument> {
  const logs = SESSIONS.map(([sailor, day, tws_kn], i) => {
    const path = join(cwd, "season", sailor, `${day}.fit`);
    mkdirSync(dirname(path), { recursive: true });
    const start_time_ms = Date.parse(`${day}T1${i}:00:00Z`);
    const spec = { class: "Laser", seed: i + 1, minutes: 40, rate_hz: 1, tws_kn, start_time_ms };
    writeFileSync(path, writeSession(spec, "fit"));
    return writeSession(spec, "nmea-wind");
  });
  writeFileSync(join(cwd, "wind.nmea"), Buffer.concat(logs));
  const sailors = SESSIONS.map(([sailor, day]) => `season/${sailor}/${day}.fit,${sailor}\n`);
  writeFileSync(join(cwd, "boats.csv"), `file,sailor\n${sailors.join("")}`);
  const words = "analyze season --boat Laser --wind wind.nmea --manifest boats.csv --format";
  expect(await leebow(`${words} parquet --out tables`, { cwd })).toMatchObject({ code: 0 });
  const document = JSON.parse((await leebow(`${words} json`, { cwd })).stdout) as AnalysisDocument;
  const file = seasonFile<SeasonSession>([], document.engine);
  file.add(document.files.map((report) => ({ engine: document.engine, date: report.start_time.slice(0, 10), report })));
  writeFileSync(join(cwd, "leebow-season-2026.parquet"), file.finish());
  return document;
}

/** DuckDB whose relative paths begin in a folder. */
async function duckdb(cwd: string): Promise<(sql: string) => Promise<unknown[][]>> {
  const connection: DuckDBConnection = await (await DuckDBInstance.create()).connect();
  return async (sql) => {
    const inside = sql.replace(/'(tables|compact|leebow-season)/g, (_, path) => `'${join(cwd, path)}`);
    return (await connection.runAndReadAll(inside)).getRowsJson() as unknown[][];
  };
}

/** The folder that Python finds pandas in, installed into the tool cache once; null, and a word about it, where it cannot be. */
function installPandas(): string | null {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "leebow", "tools");
  const folder = join(cache, PANDAS.join("-").replaceAll("==", "-"));
  if (existsSync(folder)) return folder;
  const part = `${folder}-${process.pid}`;
  try {
    const options = ["--quiet", "--no-compile", "--only-binary", ":all:", "--target", part];
    execFileSync("python3", ["-m", "pip", "install", ...options, ...PANDAS], { stdio: "ignore" });
    renameSync(part, folder);
    return folder;
  } catch {
    rmSync(part, { recursive: true, force: true });
    console.warn("The queries in pandas are not run: they need Python 3.11 or later with pip, and a connection once.");
    return null;
  }
}

/** The rows of `answer` at the end of each of the programs. */
function pandas(packages: string, cwd: string, begin: string, programs: string[]): unknown[][][] {
  const print = "rows.append([[None if pd.isna(v) else v for v in row] for row in answer.values.tolist()])\n";
  const code = `${begin}\nimport json\nrows = []\n${programs.map((one) => `${one}\n${print}`).join("")}
print(json.dumps(rows, default=str))`;
  return JSON.parse(
    execFileSync("python3", ["-c", code], { cwd, env: { ...process.env, PYTHONPATH: packages }, encoding: "utf8" }),
  );
}

/** Numbers, of which DuckDB gives large ones as texts, to nine digits. */
const comparable = (rows: unknown[][]) =>
  rows.map((row) =>
    row.map((value) => {
      const number = typeof value === "number" || /^\d+(\.\d+)?$/.test(String(value)) ? Number(value) : Number.NaN;
      return Number.isNaN(number) ? value : Number(number.toPrecision(9));
    }),
  );

const QUESTIONS = [...DOCUMENT.matchAll(/^### \d\. .*$/gm)].map(([heading]) => heading);

describe("the questions of docs/season.md", () => {
  let packages: string | null;
  beforeAll(() => {
    packages = installPandas();
  }, 900_000);

  it("are answered by DuckDB and by pandas, alike, from the tables that the command line writes", async () => {
    await inFolder(async (cwd) => {
      const { files } = await season(cwd);
      const query = await duckdb(cwd);
      for (const sql of blocks("sql", "## Open the tables")[0]!.split(";\n").filter(Boolean)) await query(sql);
      expect(QUESTIONS).toHaveLength(5);
      const answers = await Promise.all(QUESTIONS.map(async (one) => query(blocks("sql", one)[0]!)));
      for (const rows of answers) expect(rows.length).toBeGreaterThan(1);
      const averaged = files
        .flatMap(({ maneuvers }) => maneuvers)
        .filter(
          ({ kind, left_out_reason, loss_basis }) =>
            kind === "tack" && left_out_reason === null && loss_basis === "vmg",
        );
      const [by_wind, days, sailors, hours] = answers.map(comparable);
      expect(by_wind!.reduce((sum, [, , tacks]) => sum + Number(tacks), 0)).toBe(averaged.length);
      expect(by_wind!.map(([month, wind]) => [month, wind])).toEqual(
        expect.arrayContaining([
          ["2026-05", "below 8 kn"],
          ["2026-06", "8 to 15 kn"],
          ["2026-06", "15 kn and more"],
        ]),
      );
      expect(days!.map(([day]) => day).sort()).toEqual([...new Set(SESSIONS.map(([, day]) => day))]);
      expect(sailors!.map(([sailor]) => sailor).sort()).toEqual(["ada", "ben"]);
      expect(hours!.map((row) => row.slice(0, 3))).toEqual([
        ["Laser", "2026-05", 2],
        ["Laser", "2026-06", 2],
      ]);

      const compacted = "SELECT count(*) FROM read_parquet('compact/**/*.parquet', hive_partitioning = true)";
      await query(blocks("sql", "## Layout")[0]!);
      expect(await query(compacted)).toEqual(await query("SELECT count(*) FROM maneuvers"));

      const [columns, months, tacks] = await Promise.all(blocks("sql", "## The file of a server").map(query));
      expect(JSON.parse(String(columns![0]![0])).tack_loss_m.unit).toBe("m");
      expect(months!.map((row) => row.slice(0, 2)).map(([month, n]) => [month, Number(n)])).toEqual([
        ["2026-05", 2],
        ["2026-06", 2],
      ]);

      if (packages === null) return;
      const begin = blocks("python", "## Open the tables")[0]!;
      const programs = [...QUESTIONS, "## The file of a server"].map((one) => blocks("python", one)[0]!);
      const found = pandas(packages, cwd, begin, programs).map(comparable);
      expect(found.slice(0, -1)).toEqual(answers.map(comparable));
      expect(found.at(-1)!.map((row) => row.slice(1))).toEqual(comparable(tacks!.map((row) => row.slice(2))));
    });
  }, 60_000);
});
