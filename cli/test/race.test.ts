import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FleetAnswer, RaceDay, RaceReport } from "@leebow/core";
import { writeSession } from "@leebow/core/node";
import Ajv from "ajv/dist/2020.js";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, it } from "vitest";
import { raceOutput } from "../src/exporters/race.ts";
import { nameOf } from "../src/exporters/race-course.ts";
import type { RaceDuel } from "../src/exporters/race-duel.ts";
import type { RaceTargetResult } from "../src/exporters/race-target.ts";
import { windOf } from "../src/io/race-day.ts";
import { inFolder, leebow } from "./world.ts";

const schema = JSON.parse(readFileSync(new URL("../schema/race.schema.json", import.meta.url), "utf8"));

/** Eight Lasers on one course in one wind. */
const SPEC = { class: "Laser", minutes: 40, rate_hz: 1, twd_deg: 225, tws_kn: 12, wind_seed: 77 };
const recorded = new Map<string, Uint8Array>();

beforeAll(() => {
  for (let seed = 1; seed <= 8; seed++) {
    const spec = { ...SPEC, seed, scenario: "race" };
    recorded.set(`bow-${seed}.gpx`, writeSession(spec, "gpx"));
  }
});

async function saturday(work: (folder: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    for (const [name, bytes] of recorded) writeFileSync(join(folder, name), bytes);
    await work(folder);
  });
}

/** A day as JSON, which fits the schema. */
function dayOf(stdout: string): RaceDay {
  const document = JSON.parse(stdout);
  const valid = new Ajv({ allErrors: true }).compile(schema);
  expect(valid(document), JSON.stringify(valid.errors?.slice(0, 3))).toBe(true);
  return document;
}

describe("the races of a fleet", () => {
  it("are found, with all boats on an upwind leg and then a downwind leg", () =>
    saturday(async (cwd) => {
      const { stdout, stderr, code } = await leebow("race . --boat Laser --format json", { cwd });
      expect([stderr, code]).toEqual(["", 0]);
      const { races } = dayOf(stdout);
      expect(races).toHaveLength(1);
      expect(races[0]!.boats.map(({ track }) => track).sort()).toEqual([...recorded.keys()]);
      expect(races[0]!.legs.map(({ kind }) => kind).slice(0, 2)).toEqual(["up", "down"]);
      expect(races[0]!.wind_source).toBe("fleet");
    }));

  it("have each boat once, and a boat whose clock is hours off is named with the correction that sets it", () =>
    saturday(async (cwd) => {
      writeFileSync(join(cwd, "again.gpx"), recorded.get("bow-5.gpx")!);
      const times = /<time>([^<]+)<\/time>/g;
      const later = (_: string, time: string) => `<time>${new Date(Date.parse(time) + 7_200_000).toISOString()}</time>`;
      writeFileSync(join(cwd, "bow-3.gpx"), Buffer.from(recorded.get("bow-3.gpx")!).toString().replace(times, later));
      const { notes, races } = dayOf((await leebow("race . --boat Laser --format json", { cwd })).stdout);
      const told = notes.map(({ code, track, clock_ahead_s }) => [code, track, clock_ahead_s]);
      expect(told).toContainEqual(["clock_differs", "bow-3.gpx", 7200]);
      expect(told.filter(([code]) => code === "same_boat")).toHaveLength(1);
      expect(races[0]!.boats).toHaveLength(7);
      const { stdout } = await leebow("race . --boat Laser", { cwd });
      const [, correction] = /With --corrections: (.+)/.exec(stdout)!;
      writeFileSync(join(cwd, "clock.json"), correction!);
      const set = dayOf((await leebow("race . --boat Laser --corrections clock.json -f json", { cwd })).stdout);
      expect(set.races.map(({ boats }) => boats.length)).toEqual([8]);
    }));

  it("are printed as tables of at most 100 characters a line", () =>
    saturday(async (cwd) => {
      const { stdout } = await leebow("race . --boat Laser", { cwd });
      expect(stdout).toMatch(/^Race 1: \d+ \w+ 20\d\d, \d\d:\d\d:\d\d \(local\), 8 boats$/m);
      expect(stdout).toMatch(/^ {2}Wind from 2\d\d° ± \d+°, estimated from all boats$/m);
      expect(stdout).toMatch(/^ {2}Leg 1, upwind: start to \w+ 1, \d+ m$/m);
      expect(stdout).toContain("Places are among the boats with tracks.");
      for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
    }));

  it("are printed as CSV with a row per boat and leg", () =>
    saturday(async (cwd) => {
      const { races } = dayOf((await leebow("race . --boat Laser --format json", { cwd })).stdout);
      await leebow("race . --boat Laser --format csv -o races.csv", { cwd });
      const [head, ...rows] = readFileSync(join(cwd, "races.csv"), "utf8").trimEnd().split("\r\n");
      expect(head).toMatch(/^race,race_start,boat,state,place,elapsed_s,leg,leg_kind,/);
      expect(rows).toHaveLength(races[0]!.boats.length * races[0]!.legs.length);
      expect(rows[0]!.split(",").slice(2, 4)).toEqual([races[0]!.boats[0]!.track, races[0]!.boats[0]!.state]);
    }));

  it("are written as Parquet with the rows of the CSV, typed, and the recordings in the footer", () =>
    saturday(async (cwd) => {
      const boats = [...recorded.keys()].join(" ");
      await leebow(`race ${boats} --boat Laser --format csv -o races.csv`, { cwd });
      const { code, stderr } = await leebow(`race ${boats} --boat Laser --format parquet -o races.parquet`, { cwd });
      expect([code, stderr]).toEqual([0, ""]);
      const [head, ...lines] = readFileSync(join(cwd, "races.csv"), "utf8").trimEnd().split("\r\n");
      const file = new Uint8Array(readFileSync(join(cwd, "races.parquet"))).buffer;
      const rows = await parquetReadObjects({ file });
      expect(Object.keys(rows[0]!)).toEqual(head!.split(","));
      const written = (value: unknown) => {
        if (typeof value === "boolean") return value ? "yes" : "no";
        return value instanceof Date ? value.toISOString() : String(value ?? "");
      };
      const cells = rows.map((row) => Object.values(row).map(written).join(","));
      expect(cells).toEqual(lines);
      const footer = parquetMetadata(file).key_value_metadata!;
      const files = JSON.parse(footer.find(({ key }) => key === "leebow:files")!.value!);
      expect(files.map(({ name }: { name: string }) => name).sort()).toEqual([...recorded.keys()]);
      const piped = await leebow("race . --format parquet", { cwd });
      expect([piped.code, piped.stderr]).toEqual([2, expect.stringContaining("name it with --output")]);
    }));

  it("are drawn, one picture each: the boats on the course, their places at the marks, and the gaps", () =>
    saturday(async (cwd) => {
      const { races } = dayOf((await leebow("race . --boat Laser --format json", { cwd })).stdout);
      const { code, stderr } = await leebow("plot . --races --boat Laser --out out", { cwd });
      expect([code, stderr]).toEqual([0, "out/race-1.svg, out/race-1.png\n"]);
      const svg = readFileSync(join(cwd, "out/race-1.svg"), "utf8");
      for (const { track } of races[0]!.boats) expect(svg).toContain(`>${track.replace(".gpx", "")}<`);
      // On the map, over the table, and in the chart.
      const [, first] = races[0]!.waypoints;
      expect(svg.split(`>${nameOf(first!, races[0]!)}<`).length - 1).toBe(3);
      for (const words of ["Race 1", "8 boats with tracks", "Behind the leader, s", "wind from 2"])
        expect(svg).toContain(words);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      const again = await leebow("plot . --races --boat Laser --out out", { cwd });
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("Add --force to replace it.")]);
      for (const wrong of ["plot . --races --wind-hint 225", "plot . --corrections by-hand.json"])
        expect((await leebow(wrong, { cwd })).code, wrong).toBe(2);
    }));

  it("are not drawn where there is none, and the reason is said", () =>
    inFolder(async (cwd) => {
      writeFileSync(join(cwd, "alone.gpx"), writeSession({ ...SPEC, seed: 1, scenario: "reach_only" }, "gpx"));
      const { code, stderr } = await leebow("plot . --races --boat Laser", { cwd });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^No race was found\./);
    }));

  it("have two boats compared on every leg that both sailed, in parts that add up", () =>
    saturday(async (cwd) => {
      const { stdout } = await leebow("race . --boat Laser --format json --duel bow-1.gpx bow-2.gpx", { cwd });
      const { duels, races } = dayOf(stdout) as RaceDay & { duels: RaceDuel[] };
      expect(duels.length).toBeGreaterThanOrEqual(races[0]!.legs.length - 1);
      for (const { race, a, b, start_m, end_m, sum } of duels) {
        expect([race, a, b]).toEqual([1, "bow-1.gpx", "bow-2.gpx"]);
        expect(sum.total_m).toBeCloseTo(end_m - start_m, 6);
        const parts = sum.speed_m + sum.height_m + sum.shift_m + sum.turns_m + sum.rest_m;
        expect(parts).toBeCloseTo(sum.total_m, 6);
      }
      const table = await leebow("race . --boat Laser --duel bow-1.gpx bow-2.gpx", { cwd });
      expect(table.stdout).toContain("Metres that bow-1.gpx gained on bow-2.gpx");
      expect(table.stdout).toMatch(/^ +1 +1 up +[+-−]?\d/m);
      for (const line of table.stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
      const wrong = await leebow("race . --duel bow-1.gpx another.gpx", { cwd });
      expect([wrong.code, wrong.stderr]).toEqual([
        2,
        expect.stringContaining("another.gpx is not one of the recordings"),
      ]);
      expect((await leebow("race . --duel bow-1.gpx", { cwd })).code).toBe(2);
    }));

  it("have each leg of each boat in % of a polar file, in one wind strength", () =>
    saturday(async (cwd) => {
      writeFileSync(join(cwd, "ilca.pol"), "twa/tws;8;16\n45;4.4;5\n90;5.2;8\n135;5;7.6\n170;4.4;6.5\n");
      const { stdout, stderr, code } = await leebow("race . --boat Laser --target ilca.pol --tws 12 -f json", { cwd });
      expect([code, stderr]).toEqual([0, expect.stringMatching(/^leebow: ilca\.pol, read as qtVlm: 2 winds/)]);
      const { races, target } = dayOf(stdout) as RaceDay & { target: RaceTargetResult };
      const [compared] = target.races;
      expect([target.name, compared!.tws_kn, compared!.measured_by]).toEqual(["ilca.pol", 12, 0]);
      expect(compared!.boats.map(({ track }) => track)).toEqual(races[0]!.boats.map(({ track }) => track));
      const sailed = compared!.boats.flatMap(({ legs }) => legs.flatMap((leg) => leg ?? []));
      expect(sailed.length).toBeGreaterThan(16);
      for (const { percent, time_s } of sailed) {
        expect(percent).toBeGreaterThan(70);
        expect(percent).toBeLessThan(130);
        expect(time_s).toBeGreaterThanOrEqual(60);
      }
      const table = await leebow("race . --boat Laser --target ilca.pol --tws 12", { cwd });
      expect(table.stdout.replace(/\n +/g, " ")).toContain(
        "Straights, % of ilca.pol in 12 kn of wind (given by hand), over the ground: no current is known",
      );
      expect(table.stdout).toMatch(/^ +Boat +1 up +2 down/m);
      expect(table.stdout).toMatch(/^ +bow-\d\.gpx +\d+ ± +\d+ +\d+ ± +\d+/m);
      for (const line of table.stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
      await leebow("race . --boat Laser --target ilca.pol --tws 12 -f csv -o races.csv", { cwd });
      const [head, first] = readFileSync(join(cwd, "races.csv"), "utf8").split("\r\n");
      expect(head).toMatch(/,target_pct,target_half_width_pct,target_time_s,target_port_pct,target_starboard_pct$/);
      expect(first).toMatch(/,\d+\.\d,\d+\.\d,\d+,[\d.]+,[\d.]+$/);
    }));

  it("have % of target in the wind strength of a log, where there is one", () =>
    saturday(async (cwd) => {
      writeFileSync(join(cwd, "ilca.pol"), "twa/tws;8;16\n45;4.4;5\n90;5.2;8\n170;4.4;6.5\n");
      writeFileSync(join(cwd, "coach.nmea"), writeSession({ ...SPEC, seed: 1, scenario: "race" }, "nmea-wind"));
      const boats = [...recorded.keys()].join(" ");
      const words = `race ${boats} --boat Laser --wind coach.nmea --target ilca.pol`;
      const { races, target } = dayOf((await leebow(`${words} -f json`, { cwd })).stdout) as RaceDay & {
        target: RaceTargetResult;
      };
      const [compared] = target.races;
      expect([races.length, compared!.measured_by]).toEqual([1, 8]);
      expect(compared!.tws_kn).toBeGreaterThan(9);
      expect(compared!.tws_kn).toBeLessThan(15);
      expect((await leebow(words, { cwd })).stdout).toMatch(/Straights, % of ilca\.pol in \d+ kn of wind \(measured\)/);
    }));

  it("have no % of target where no boat measured a wind strength, and say what is needed", () =>
    saturday(async (cwd) => {
      writeFileSync(join(cwd, "ilca.pol"), "twa/tws;8;16\n45;4.4;5\n90;5.2;8\n170;4.4;6.5\n");
      const { stdout, code } = await leebow("race . --boat Laser --target ilca.pol", { cwd });
      expect(code).toBe(0);
      expect(stdout.replace(/\n +/g, " ")).toContain(
        "% of ilca.pol needs a wind speed, which no boat measured: give a wind log with --wind, or a speed with --tws.",
      );
      const wrong = await leebow("race . --boat Laser --target bow-1.gpx", { cwd });
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("bow-1.gpx: This is no polar.")]);
    }));

  it("have the gun and the boats that the corrections say", () =>
    saturday(async (cwd) => {
      const [found] = dayOf((await leebow("race . --boat Laser --format json", { cwd })).stdout).races;
      const at = new Date(Date.parse(found!.start_time) + 120_000).toISOString();
      const gun_time = new Date(Date.parse(found!.start_time) + 7_000).toISOString();
      const corrections = [
        { action: "set_gun", at, gun_time },
        { action: "exclude_boat", at, track: "bow-3.gpx" },
      ];
      writeFileSync(join(cwd, "by-hand.json"), JSON.stringify(corrections));
      const line = "race . --boat Laser --corrections by-hand.json --format json";
      const [race] = dayOf((await leebow(line, { cwd })).stdout).races;
      expect([race!.start_time, race!.gun_basis]).toEqual([gun_time, "typed"]);
      expect(race!.boats.map(({ track }) => track)).not.toContain("bow-3.gpx");
    }));

  it("are reported when one recording cannot be read", () =>
    saturday(async (cwd) => {
      writeFileSync(join(cwd, "broken.gpx"), "no recording");
      const { stdout, stderr, code } = await leebow("race . --boat Laser", { cwd });
      expect(stdout).toContain("Race 1: ");
      expect(stderr).toContain("broken.gpx");
      expect(code).toBe(1);
    }));

  it("are not looked for with corrections that have no meaning", () =>
    saturday(async (cwd) => {
      writeFileSync(join(cwd, "by-hand.json"), '[{"action": "sink_boat"}]');
      const { stderr, code } = await leebow("race . --corrections by-hand.json", { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining("unknown variant `sink_boat`")]);
      expect((await leebow("race . --corrections bow-1.gpx", { cwd })).code).toBe(2);
    }));
});

describe("a report", () => {
  const T = "2026-06-13T10:05:00.000Z";
  const place = { lat_deg: 54.5, lon_deg: 10.2, sd_m: 3, basis: "device" as const };
  const race: RaceReport = {
    start_time: T,
    end_time: "2026-06-13T10:45:00.000Z",
    gun_basis: "whole_minute",
    gun_sd_s: 1,
    gun_candidates: [{ time: "2026-06-13T10:06:00.000Z", score: 0.2 }],
    recalls: ["2026-06-13T10:00:00.000Z"],
    tracks: ["a.gpx", "b.gpx"],
    wind_source: "measured",
    twd_deg: 359.8,
    twd_sd_deg: 2,
    line: {
      pin: place,
      committee: place,
      length_m: 120,
      bearing_deg: 92,
      bearing_sd_deg: 1,
      bias_deg: -5,
      bias_sd_deg: 1,
      bias_m: -10.5,
      bias_sd_m: 2,
      favoured: "pin",
    },
    waypoints: [
      { id: 0, kind: "line", side: null, marks: [], moved: false },
      { id: 1, kind: "mark", side: "port", marks: [{ ...place, passings: 2 }], moved: true },
    ],
    legs: [{ from: 0, to: 1, kind: "up", length_m: 800, axis_deg: 0, twd_deg: 0, twd_sd_deg: 2 }],
    boats: [
      {
        track: "a.gpx",
        state: "finished",
        place: 1,
        place_sure: false,
        elapsed_s: 3725.4,
        sailed_m: 1000,
        start: {
          to_line_m: 4,
          to_line_sd_m: 2,
          speed_at_gun_kn: 4.25,
          crossed_after_s: 1.8,
          crossed_sd_s: 0.9,
          returned: false,
          line_position: 0.25,
          over: "may_be_over",
          places_after_60_s: [1, 2],
        },
        passings: [{ waypoint: 1, time: "2026-06-13T10:15:00.000Z", sd_s: 1, place: 1, place_sure: true, behind_s: 0 }],
        legs: [null],
      },
      {
        track: "b.gpx",
        state: "retired",
        place: null,
        place_sure: true,
        elapsed_s: null,
        sailed_m: null,
        start: null,
        passings: [null],
        legs: [null],
      },
    ],
    handicap: {
      system: "time_on_distance",
      course_nm: 4.321,
      course_basis: "marks",
      boats: [
        {
          track: "a.gpx",
          rating: 62.5,
          start_after_s: 300,
          score: null,
          elapsed_s: 3425.4,
          corrected_s: 3155.3,
          place: 1,
          place_sure: false,
          behind_s: 0,
        },
        {
          track: "b.gpx",
          rating: null,
          start_after_s: 0,
          score: "dnf",
          elapsed_s: null,
          corrected_s: null,
          place: null,
          place_sure: false,
          behind_s: null,
        },
      ],
    },
    notes: [{ code: "stopped_early", text: "She stopped before the finish.", track: "b.gpx" }],
  };
  const result = {
    engine: "0",
    parameters: { boat_class: null, corrections: [] },
    files: [],
    failed: [],
    duels: null,
    target: null,
    coloured: false,
  };
  const text = String(raceOutput("table", { ...result, day: { races: [race], practice_starts: [T], notes: [] } }));

  it("says what the gun rests on, what else it may have been, and what was recalled", () => {
    expect(text).toContain("Gun 10:05:00 ± 2 s, the whole minute that fits the boats; it may have been at 10:06:00");
    expect(text).toContain("Recalled: 10:00:00");
    expect(text).toContain("A start that no race followed: 10:05:00 (UTC).");
  });

  it("says which end of the line was ahead, and that a measured wind from 360° is from north", () => {
    expect(text).toContain("Wind from 000° ± 3°, measured");
    expect(text).toContain("Line 120 m, from the pin to 092° (by a device); the pin was ahead by 11 m ± 3 m, 5°");
    const even = { ...race, line: { ...race.line!, favoured: null } };
    const day = { races: [even], practice_starts: [], notes: [] };
    expect(raceOutput("table", { ...result, day })).toContain("no end was clearly ahead");
  });

  it("shows starts, places with doubt in brackets, and remarks", () => {
    expect(text).toMatch(/a\.gpx +4 ± +3 +4\.3 kn +1\.8 ± +1\.5 +25 % +1 to 2 +may be over/);
    expect(text).toMatch(/\(1\) +a\.gpx +1 10:15:00 +1:02:05/);
    expect(text).toMatch(/ b\.gpx +retired/);
    expect(text).toContain("No boat was seen on all of it.");
    expect(text).toContain("b.gpx: She stopped before the finish.");
  });

  it("names boats without the folder that all are in, in its remarks once", () => {
    const inFolder = JSON.parse(
      JSON.stringify(race)
        .replaceAll(/"([ab])\.gpx"/g, '"club/saturday/$1.gpx"')
        .replace("She stopped", "club/saturday/b.gpx stopped"),
    ) as RaceReport;
    const day = { races: [inFolder], practice_starts: [], notes: [] };
    const table = String(raceOutput("table", { ...result, day }));
    expect(table).toMatch(/^ +\(1\) +a\.gpx +1 10:15:00/m);
    expect(table).toMatch(/^ +DNF +b\.gpx/m);
    expect(table).toMatch(/^ +b\.gpx stopped before the finish\./m);
    const of_two = JSON.parse(JSON.stringify(inFolder).replaceAll("saturday/b.gpx", "sunday/b.gpx")) as RaceReport;
    expect(raceOutput("table", { ...result, day: { ...day, races: [of_two] } })).toMatch(/ saturday\/a\.gpx .*10:15/);
    expect(raceOutput("csv", { ...result, day })).toContain(",club/saturday/a.gpx,");
  });

  it("shows corrected times with their places, and scores in the place of places", () => {
    expect(text).toContain("Corrected by time on distance, course 4.32 nm from mark to mark");
    expect(text).toMatch(/\(1\) +a\.gpx +62\.5 +\+300 s +57:05 +52:35 +0\.0/);
    expect(text).toMatch(/DNF +b\.gpx/);
    const csv = String(raceOutput("csv", { ...result, day: { races: [race], practice_starts: [], notes: [] } })).split(
      "\r\n",
    );
    expect(csv[0]).toMatch(/,rating,score,corrected_s,corrected_place$/);
    expect(csv[1]).toMatch(/^1,.*,3725\.4,.*,62\.5,,3155\.3,1$/);
  });

  it("of a day without races says so", () => {
    const day = { races: [], practice_starts: [], notes: [] };
    expect(raceOutput("table", { ...result, day })).toBe("No race was found.\n");
  });
});

describe("the wind over the courses of a day", () => {
  const fleet = (time_ms: number[], twd: number, flip_probability: number) =>
    ({
      wind: { time_ms, twd_deg: time_ms.map(() => twd), sd_deg: time_ms.map(() => 5), flip_probability },
      reason: null,
      boats: [],
    }) as unknown as FleetAnswer;

  it("has the winds of all races whose boats recorded one race after the other", () => {
    const wind = windOf([fleet([30, 40], 110, 0.01), fleet([10, 20], 100, 0.02)], false);
    expect(wind).toMatchObject({ source: "fleet", time_ms: [10, 20, 30, 40], twd_deg: [100, 100, 110, 110] });
    expect(wind!.flip_probability).toBe(0.02);
  });

  it("is left to the boats where two fleets sailed at the same time, or none has a wind", () => {
    expect(windOf([fleet([10, 30], 100, 0), fleet([20, 40], 200, 0)], false)).toBeNull();
    expect(windOf([{ wind: null, reason: "None.", boats: [] }], false)).toBeNull();
  });
});
