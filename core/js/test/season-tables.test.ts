import { readFileSync } from "node:fs";
import { readFixture } from "@leebow/fixtures";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { CHANNELS } from "../src/channels.ts";
import { loadCore, writeSession } from "../src/node.ts";
import { sessionLosses } from "../src/session-losses.ts";
import {
  type Column,
  csvOf,
  type DescribedColumn,
  dayOf,
  listColumn,
  MANEUVER_COLUMNS,
  ParquetTable,
  POINT_COLUMNS,
  parquetTable,
  partitionOf,
  SESSION_COLUMNS,
  STRAIGHT_COLUMNS,
  seasonFile,
  seasonTables,
  seasonTablesOf,
} from "../src/tables.ts";

const rowsOf = (bytes: Uint8Array) => parquetReadObjects({ file: new Uint8Array(bytes).buffer });

interface Leg {
  boat: string | null;
  day: string;
  gain_m: number | null;
  tacks: { loss_m: number | null }[];
}

const LEG_COLUMNS: Column<Leg>[] = [
  { name: "boat", type: "STRING", value: ({ boat }) => boat },
  { name: "day", type: "DATE", value: ({ day }) => day },
  { name: "gain_m", type: "DOUBLE", decimals: 1, value: ({ gain_m }) => gain_m },
];
const TACKS = listColumn<Leg, Leg["tacks"][number]>(
  "tacks",
  [{ name: "loss_m", type: "DOUBLE", value: ({ loss_m }) => loss_m }],
  ({ tacks }) => tacks,
);
const LEGS: Leg[] = [
  { boat: "Ada", day: "2026-07-04", gain_m: 12.34, tacks: [{ loss_m: 3 }, { loss_m: null }] },
  { boat: null, day: "2026-12-31", gain_m: null, tacks: [] },
];

describe("a table with typed columns", () => {
  it("is read back from Parquet with its days, its decimals, what is unknown, and its lists of any length", async () => {
    const table = new ParquetTable(LEG_COLUMNS, [TACKS], { "leebow:engine": "1" });
    for (const leg of LEGS) table.add([leg]);
    expect(await rowsOf(table.finish())).toEqual([
      { boat: "Ada", day: new Date("2026-07-04"), gain_m: 12.3, tacks: [{ loss_m: 3 }, { loss_m: null }] },
      { boat: null, day: new Date("2026-12-31"), gain_m: null, tacks: [] },
    ]);
    expect(await rowsOf(parquetTable(LEG_COLUMNS, [], {}))).toEqual([]);
  });

  it("has its times as UTC by their type, and no zero with a sign", async () => {
    const columns: Column<number>[] = [
      { name: "time", type: "TIMESTAMP", value: () => "2026-07-04T10:00:00Z" },
      { name: "hours", type: "DOUBLE", value: (hours) => hours },
    ];
    const bytes = parquetTable(columns, [-0], {});
    const { schema } = parquetMetadata(new Uint8Array(bytes).buffer);
    expect(schema.find(({ name }) => name === "time")?.logical_type).toMatchObject({
      type: "TIMESTAMP",
      isAdjustedToUTC: true,
    });
    expect(Object.is((await rowsOf(bytes))[0]!.hours, 0)).toBe(true);
  });

  it("is CSV that a spreadsheet takes for no formula", () => {
    expect(csvOf(LEG_COLUMNS, [{ ...LEGS[0]!, boat: "=SUM(A1)" }])).toBe(
      "boat,day,gain_m\r\n'=SUM(A1),2026-07-04,12.3\r\n",
    );
  });
});

describe("the tables of a season", () => {
  it("are described column by column in docs/season.md, with type, unit and meaning; the channels of the points in docs/metrics.md", () => {
    const channels = new Set<string>(CHANNELS.map(({ id }) => id));
    const document = readFileSync(new URL("../../../docs/season.md", import.meta.url), "utf8");
    for (const [table, columns] of Object.entries({
      sessions: SESSION_COLUMNS,
      maneuvers: MANEUVER_COLUMNS,
      straights: STRAIGHT_COLUMNS,
      points: POINT_COLUMNS.filter(({ name }) => !channels.has(name)),
    })) {
      const section = document.split(`\n### ${table}\n`)[1]!.split(/\n##/)[0]!;
      const found = section.split("\n").filter((line) => line.startsWith("| `"));
      const described = columns.map(({ name, type, unit, meaning }) => [`\`${name}\``, type, unit ?? "—", meaning]);
      expect(found).toEqual(described.map((cells) => `| ${cells.join(" | ")} |`));
    }
  });

  it("give the median loss of the tacks that averages have, the one that the season page shows, and of a session without any no number", async () => {
    const core = await loadCore();
    const { report } = await core.analyze(
      { name: "kiel.fit", bytes: readFixture("49er-kiel.fit") },
      { boat_class: "49er" },
    );
    const tack = report.maneuvers.find(
      ({ loss_80_m, left_out_reason }) => loss_80_m !== null && left_out_reason === null,
    )!;
    // One that never regained 95 % of its speed counts with its loss until 80 %.
    const lost = (m: number, more = {}) => ({
      ...{ ...tack, kind: "tack" as const, loss_og_m: m === 4 ? null : m, loss_80_m: m === 4 ? m : 0.5 * m },
      ...more,
    });
    const maneuvers = [
      lost(2, { loss_basis: "vmg" }),
      lost(9, { loss_basis: "vmg" }),
      lost(4, { loss_basis: "vmg" }),
      lost(50, { loss_basis: "speed" }),
      lost(70, { loss_basis: "vmg", left_out_reason: "circling" }),
    ];
    const file = seasonFile<{ engine: string; date: string; report: typeof report }>([], core.version);
    const date = dayOf(report);
    file.add([
      { engine: core.version, date, report: { ...report, maneuvers } },
      { engine: core.version, date, report: { ...report, maneuvers: [], wind: null } },
    ]);
    const [first, second] = await rowsOf(file.finish());
    expect(first).toMatchObject({ tack_loss_m: 4, tack_loss_basis: "vmg", gybe_loss_m: null, date: new Date(date) });
    const losses = sessionLosses(maneuvers).tack.vmg.toSorted((a, b) => a - b);
    expect(first!.tack_loss_m).toBe(losses[1]);
    expect(first!.tacks.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(second).toMatchObject({ tack_loss_m: null, tack_loss_basis: null, twd_deg: null, tacks: [] });
  });

  it("have every fix of a long session once and in order, in tables that begin with the caller's columns", async () => {
    const core = await loadCore();
    const start_time_ms = Date.parse("2026-07-04T11:00:00Z");
    const session = writeSession({ class: "Laser", seed: 1, minutes: 100, rate_hz: 2, start_time_ms }, "fit");
    const { report, columns, fix_flags } = await core.analyze({ name: "long.fit", bytes: session });
    const row = { engine: core.version, date: dayOf(report), report, track_id: 7 };
    const own: DescribedColumn<typeof row>[] = [
      { name: "track_id", type: "INT32", value: ({ track_id }) => track_id, meaning: "Number of the track" },
    ];
    const points = async () => ({ columns, fix_flags });
    const files = await seasonTables(row, ["sessions", "maneuvers", "straights", "points"], points, own);
    const [sessions, maneuvers, straights, fixes] = await Promise.all([...files.values()].map(rowsOf));
    expect([maneuvers!.length, straights!.length]).toEqual([report.maneuvers.length, report.straights.length]);
    for (const rows of [sessions!, maneuvers!, straights!, fixes!])
      expect([Object.keys(rows[0]!).slice(0, 2), rows[0]!.track_id]).toEqual([["track_id", "input_sha256"], 7]);
    expect(fixes!.length).toBeGreaterThan(11_000);
    expect(fixes!.map(({ time }) => time.getTime())).toEqual(Array.from(columns.time_ms, Math.round));
    expect(fixes!.map(({ lat_deg }) => lat_deg)).toEqual(Array.from(columns.lat_deg));
    const speeds = Array.from(columns.channels.sog!, (sog) => (Number.isNaN(sog) ? null : sog));
    expect(fixes!.map(({ sog }) => sog)).toEqual(speeds);
  });

  it("lie in a folder of their class and month, and are named in any order, always with the sessions", () => {
    expect(partitionOf("Formula Kite", "2026-07-04")).toBe("boat_class=Formula%20Kite/month=2026-07");
    expect(partitionOf("../a/b=c", "2026-07-04")).toBe("boat_class=..%2Fa%2Fb%3Dc/month=2026-07");
    expect(seasonTablesOf("straights, maneuvers")).toEqual(["sessions", "maneuvers", "straights"]);
    expect([seasonTablesOf("points,races"), seasonTablesOf("")]).toEqual([null, null]);
  });

  it("count a session to the day of its start where it was sailed", async () => {
    const [start_time, report] = ["2026-06-30T22:30:00Z", {}] as const;
    const at = (time_zone: string | null) => dayOf({ ...report, start_time, time_zone } as Parameters<typeof dayOf>[0]);
    expect([at("Europe/Berlin"), at("America/New_York"), at(null)]).toEqual(["2026-07-01", "2026-06-30", "2026-06-30"]);
  });
});
