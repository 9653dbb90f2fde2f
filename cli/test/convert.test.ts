import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RawRecording, readRaw } from "@leebow/core/node";
import { fixturePath, readFixture, sessions } from "@leebow/fixtures";
import { tableFromIPC } from "@uwdata/flechette";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { recordings } from "./recordings.ts";
import { inFolder, leebow } from "./world.ts";

const raw = (name: string, bytes = readFixture(name)) => readRaw({ name, bytes: new Uint8Array(bytes) });
const nullable = (values: ArrayLike<number>) => Array.from(values, (v) => (Number.isNaN(v) ? null : v));

/** Every column by its name, null where the recording says nothing; times are microseconds since 1970. */
function columnsOf({ columns }: RawRecording): Record<string, (number | null)[]> {
  const { time_ms, lat_deg, lon_deg, channels } = columns;
  const time = time_ms.map((time_ms) => Math.round(1000 * time_ms));
  return Object.fromEntries(
    Object.entries({ time, lat_deg, lon_deg, ...channels }).map(([id, v]) => [id, nullable(v)]),
  );
}

const micros = (time: bigint | null) => (time === null ? null : Number(time));

/** Every fixture, and every real recording where they are. */
async function everyRecording(): Promise<{ path: string; recording: RawRecording }[]> {
  const paths = [...sessions.map(({ name }) => name), ...recordings("fit", "gpx", "csv", "nmea", "tricky")];
  const found = [];
  for (const path of paths) {
    const bytes = path.startsWith("/") ? readFileSync(path) : readFixture(path);
    const recording = await raw(path, bytes).catch(() => undefined);
    if (recording) found.push({ path, recording });
  }
  return found;
}

const all = await everyRecording();

/** Names and types of the columns of a file, and the units that its metadata says. */
interface Form {
  columns: [string, string][];
  units: Record<string, string>;
}

const arrowForm =
  (path: string) =>
  (cwd: string): Form => {
    const { schema } = tableFromIPC(readFileSync(join(cwd, path)));
    const typeOf = (type: { timezone?: string | null; precision?: number }) =>
      type.timezone ?? ({ 1: "float", 2: "double" } as Record<number, string>)[type.precision ?? 0] ?? "integer";
    return {
      columns: schema.fields.map(({ name, type }) => [name, typeOf(type as Parameters<typeof typeOf>[0])]),
      units: JSON.parse(schema.metadata!.get("leebow:units")!),
    };
  };

const parquetForm =
  (path: string) =>
  (cwd: string): Form => {
    const { schema, key_value_metadata } = parquetMetadata(new Uint8Array(readFileSync(join(cwd, path))).buffer);
    const typeOf = ({ type, logical_type }: (typeof schema)[number]) =>
      logical_type?.type === "TIMESTAMP" && logical_type.isAdjustedToUTC
        ? "UTC"
        : ({ FLOAT: "float", DOUBLE: "double", INT32: "integer" } as Record<string, string>)[type!]!;
    return {
      columns: schema.slice(1).map((element) => [element.name, typeOf(element)]),
      units: JSON.parse(key_value_metadata!.find(({ key }) => key === "leebow:units")!.value!),
    };
  };

describe("leebow convert", { timeout: 60_000 }, () => {
  it("writes Arrow with every row and channel, nulls for missing values, and the metadata of the recording", async () => {
    await inFolder(async (cwd) => {
      for (const { path, recording } of all) {
        expect((await convert(path, "a.arrow", cwd, "--force")).code).toBe(0);
        const table = tableFromIPC(readFileSync(join(cwd, "a.arrow")), { useBigIntTimestamp: true });
        const back = table.schema.fields.map(({ name }) => [name, Array.from(table.getChild(name))]);
        const { time, ...columns } = Object.fromEntries(back);
        expect({ time: time.map(micros), ...columns }, path).toEqual(columnsOf(recording));
        expect(table.getChild("time").type, path).toMatchObject({ timezone: "UTC" });
        expect(JSON.parse(table.schema.metadata!.get("leebow:recording")!), path).toEqual(recording.head);
      }
    });
  });

  it("writes Parquet that another library reads back equal", async () => {
    await inFolder(async (cwd) => {
      for (const { path, recording } of all) {
        expect((await convert(path, "a.parquet", cwd, "--force")).code).toBe(0);
        const file = new Uint8Array(readFileSync(join(cwd, "a.parquet"))).buffer;
        // As they are stored, not as the library's dates of milliseconds.
        const parsers = { timestampFromMicroseconds: Number };
        const rows = await parquetReadObjects({ file, parsers });
        const columns = columnsOf(recording);
        expect(rows.length, path).toBe(recording.columns.n);
        for (const id of Object.keys(columns))
          expect(
            rows.map((row) => row[id] ?? null),
            `${path} ${id}`,
          ).toEqual(columns[id]);
        const told = Object.fromEntries(
          parquetMetadata(file).key_value_metadata!.map(({ key, value }) => [key, value]),
        );
        expect(JSON.parse(told["leebow:recording"]!), path).toEqual(recording.head);
      }
    });
  });

  it("writes rows in the form that the points of an analysis and of a season have: their names, types and units", async () => {
    await inFolder(async (cwd) => {
      const path = fixturePath("49er-kiel.fit");
      await convert("49er-kiel.fit", "a.arrow", cwd);
      await convert("49er-kiel.fit", "a.parquet", cwd);
      await leebow(["analyze", path, "--boat", "49er", "--format", "json", "--points", "-o", "day.json"], { cwd });
      await leebow(["analyze", path, "--boat", "49er", "--format", "parquet", "--out", "tables"], { cwd });
      const [points] = readdirSync(join(cwd, "tables/points"), { recursive: true, encoding: "utf8" }).filter((name) =>
        name.endsWith(".parquet"),
      );
      const written = [arrowForm("a.arrow"), arrowForm("49er-kiel.fit.arrow"), parquetForm("a.parquet")].map((form) =>
        form(cwd),
      );
      const season = parquetForm(join("tables/points", points!))(cwd);
      for (const { columns, units } of written) {
        expect(columns.slice(0, 3)).toEqual([
          ["time", "UTC"],
          ["lat_deg", "double"],
          ["lon_deg", "double"],
        ]);
        const shared = columns.filter(([name]) => season.columns.some(([other]) => other === name));
        expect(shared.length).toBeGreaterThan(4);
        for (const column of shared) expect(season.columns).toContainEqual(column);
        expect(Object.keys(units).sort()).toEqual(
          shared
            .map(([name]) => name)
            .filter((name) => name !== "time" && name !== "fix_flags")
            .sort(),
        );
        expect(season.units).toMatchObject(units);
      }
    });
  });

  it("writes GeoJSON whose positions, times and channels are those of the recording", async () => {
    await inFolder(async (cwd) => {
      for (const { path, recording } of all) {
        const rows = placed(recording);
        const { code } = await convert(path, "a.geojson", cwd, "--force");
        expect(code, path).toBe(rows.length > 0 ? 0 : 1);
        if (code === 1) continue;
        const { features, recording: head } = JSON.parse(readFileSync(join(cwd, "a.geojson"), "utf8"));
        expect(head).toEqual(recording.head);
        const points = (features as Feature[]).flatMap(pointsOf);
        const { time_ms, lat_deg, lon_deg, channels } = recording.columns;
        expect(
          points.map(({ at }) => at),
          path,
        ).toEqual(rows.map((i) => [lon_deg[i], lat_deg[i]]));
        expect(
          points.map(({ time }) => Math.floor(Date.parse(time))),
          path,
        ).toEqual(rows.map((i) => Math.floor(time_ms[i]!)));
        for (const id of Object.keys(channels)) {
          const back = points
            // A name that would be read as another channel has a prefix.
            .map(({ channels }) => channels[id] ?? channels[`own_${id}`] ?? null)
            .map((v) => (v === null ? null : Math.fround(v)));
          expect(back, `${path} ${id}`).toEqual(nullable(rows.map((i) => channels[id]![i]!)));
        }
      }
    });
  });

  it("analyses a converted session to the same maneuvers", async () => {
    await inFolder(async (cwd) => {
      await convert("49er-kiel.fit", "a.gpx", cwd);
      await convert("49er-kiel.fit", "a.csv", cwd);
      const maneuvers = async (path: string) => {
        const { stdout } = await leebow(["analyze", path, "--boat", "49er", "--format", "json"], { cwd });
        return JSON.parse(stdout).files[0].maneuvers;
      };
      const own = await maneuvers(fixturePath("49er-kiel.fit"));
      expect(own.length).toBeGreaterThan(3);
      expect(await maneuvers("a.gpx")).toEqual(own);
      expect(await maneuvers("a.csv")).toEqual(own);
    });
  });

  it("reports on stderr the channels without a column in Vakaros' layout, and the damage of the input", async () => {
    await inFolder(async (cwd) => {
      const { stderr } = await leebow(["convert", fixturePath("broken/truncated.fit"), "a.csv", "--csv", "vakaros"], {
        cwd,
      });
      expect(stderr).toMatch(/^a\.csv: [\d,]+ points, [\d,]+ bytes\n/);
      expect(stderr).toContain(
        "  Left out: The channels distance, hr are left out; the Vakaros layout has no columns for them.\n",
      );
      expect(stderr).toContain("  Damaged: ");
      expect(readFileSync(join(cwd, "a.csv"), "utf8")).toMatch(
        /^timestamp,latitude,longitude,sog_kts,cog,hdg_true,heel,trim\n/,
      );
    });
  });

  it("writes several recordings into a folder, no two of the same name", async () => {
    await inFolder(async (cwd) => {
      mkdirSync(join(cwd, "saturday"));
      for (const name of ["49er-kiel.fit", "ilca-weymouth.gpx"])
        writeFileSync(join(cwd, "saturday", name), readFixture(name));
      writeFileSync(join(cwd, "49er-kiel.fit"), readFixture("49er-kiel.fit"));
      const { code, stderr } = await leebow("convert 49er-kiel.fit saturday none.fit out --to kml", { cwd });
      expect(code).toBe(1);
      expect(stderr).toContain("leebow: none.fit: There is no such file or folder.\n");
      expect(stderr).toContain("leebow: 1 of 4 were not written; the others are complete.\n");
      expect(readdirSync(join(cwd, "out")).sort()).toEqual(["49er-kiel-2.kml", "49er-kiel.kml", "ilca-weymouth.kml"]);
    });
  });

  it("does not replace an existing file without --force", async () => {
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "a.gpx"), "mine");
      const kept = await convert("49er-kiel.fit", "a.gpx", cwd);
      expect(kept).toMatchObject({ code: 1, stdout: "" });
      expect(kept.stderr).toContain("a.gpx exists and was not changed. Add --force to replace it.");
      expect(readFileSync(join(cwd, "a.gpx"), "utf8")).toBe("mine");
      expect((await convert("49er-kiel.fit", "a.gpx", cwd, "--force")).code).toBe(0);
      expect(readFileSync(join(cwd, "a.gpx"), "utf8")).toMatch(/^<\?xml/);
      expect(readdirSync(cwd)).toEqual(["a.gpx"]);
    });
  });

  it("fails with a sentence on what it cannot write", async () => {
    await inFolder(async (cwd) => {
      const said = async (...words: string[]) => {
        const { code, stderr } = await leebow(["convert", ...words], { cwd });
        expect(code).toBe(2);
        return stderr;
      };
      const [fit, gpx] = [fixturePath("49er-kiel.fit"), fixturePath("ilca-weymouth.gpx")];
      expect(await said(fit)).toContain("Name a recording and the file to write.");
      expect(await said(fit, "a.docx")).toContain("a.docx ends in none of .gpx, .csv,");
      expect(await said(fit, gpx, "out")).toContain("name it with --to");
      expect(await said(fit, "a.gpx", "--to", "docx")).toContain("Allowed choices are gpx, csv,");
      expect(existsSync(join(cwd, "out"))).toBe(false);
      expect(readdirSync(cwd)).toEqual([]);
    });
  });
});

interface Feature {
  geometry: { type: string; coordinates: never };
  properties: { coordinateProperties: Record<string, (string | number | null)[]> };
}

function pointsOf({ geometry, properties }: Feature) {
  const { times, ...channels } = properties.coordinateProperties;
  const places: number[][] = geometry.type === "Point" ? [geometry.coordinates] : geometry.coordinates;
  return places.map((at, i) => ({
    at,
    time: times![i] as string,
    channels: Object.fromEntries(Object.entries(channels).map(([id, values]) => [id, values[i] as number | null])),
  }));
}

function placed({ columns }: RawRecording): number[] {
  const rows = Array.from({ length: columns.n }, (_, i) => i);
  return rows.filter((i) => !Number.isNaN(columns.lat_deg[i]) && !Number.isNaN(columns.lon_deg[i]));
}

function convert(path: string, to: string, cwd: string, ...more: string[]) {
  return leebow(["convert", path.startsWith("/") ? path : fixturePath(path), to, ...more], { cwd });
}
