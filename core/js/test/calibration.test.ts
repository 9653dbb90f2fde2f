import { expect, it } from "vitest";
import {
  type Calibrated,
  type Calibration,
  type CalibrationRow,
  calibrationAdvice,
  calibrationFigure,
  calibrationOf,
  calibrationSource,
  type Doubt,
  type FileAnalysis,
  isError,
  sidesText,
  type TrackColumns,
  tooLittleText,
} from "../src/index.ts";

const START_MS = Date.parse("2026-08-08T10:00:00Z");
const RADIANS = Math.PI / 180;
const sin = (deg: number) => Math.sin(deg * RADIANS);
const cos = (deg: number) => Math.cos(deg * RADIANS);

/** Uniform from 0 to 1, and normal, by a seed. */
function random(seed: number) {
  let state = seed * 2_654_435_761 + 12_345;
  const uniform = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

/** Errors of the instruments: what is to be added to the vane and the compass, and by what the log is to be multiplied. */
interface Errors {
  vane?: number;
  log?: number;
  compass?: number;
  heel?: number;
}

interface Sail {
  seed?: number;
  errors?: Errors;
  /** Close-hauled legs, then as many on a broad reach. */
  legs?: number;
  leg_s?: number;
  leeway?: number;
  current?: [number, number];
  /** By how much the boat sails lower and slower on starboard tack, ° and m/s. */
  worse?: [number, number];
  upright_s?: number;
  step_s?: number;
}

/**
 * A boat with instruments in a wind from about north that turns slowly, logged every two seconds: she beats, and runs down on
 * broad reaches. Readings have noise of their own, and each leg its helmsman's.
 */
function sail(of: Sail = {}): { report: FileAnalysis; columns: TrackColumns } {
  const { seed = 1, errors = {}, legs = 16, leg_s = 240, leeway = 4, current = [0.3, -0.2], step_s = 2 } = of;
  const { vane = 0, log = 1, compass = 0, heel = 0 } = errors;
  const { uniform, normal } = random(seed);
  const time_ms: number[] = [];
  const channels: Record<string, number[]> = {
    sog: [],
    cog: [],
    hdg: [],
    stw: [],
    awa: [],
    heel: [],
    twd: [],
    tws: [],
  };
  const straights: { start_time: string; end_time: string }[] = [];
  let ms = START_MS;
  const wind = { twd: 0, tws: 6 };
  const row = (values: Record<string, number>) => {
    time_ms.push(ms);
    for (const id of Object.keys(channels)) channels[id]!.push(values[id]!);
    ms += 1000 * step_s;
  };
  const leg = (side: number, angle: number, mps: number, up: boolean) => {
    const [low, slow] = side > 0 ? (of.worse ?? [0, 0]) : [0, 0];
    const own = { angle: angle + low + 1.5 * normal(), mps: mps - slow + 0.12 * normal(), steer: 0 };
    const drift = [0.04 * normal(), 0.04 * normal()];
    const awa_error = 0.8 * normal();
    const start = ms + 1000;
    const count = Math.round((leg_s * (0.6 + 0.8 * uniform())) / step_s);
    for (let i = 0; i < count; i++) {
      wind.twd += 0.05 * normal();
      own.steer = 0.95 * own.steer + normal();
      // She is steered by the wind over the water.
      const over_water = [-wind.tws * sin(wind.twd) - current[0]!, -wind.tws * cos(wind.twd) - current[1]!] as const;
      const from_water = Math.atan2(-over_water[0], -over_water[1]) / RADIANS;
      const heading = from_water - side * own.angle + own.steer;
      const through = heading - (up ? side * leeway : 0);
      const speed = own.mps + 0.05 * normal();
      const east = speed * sin(through) + current[0]! + drift[0]!;
      const north = speed * cos(through) + current[1]! + drift[1]!;
      // The air over the boat, which the vane sees with its upwash: alike on both sides.
      const [air_east, air_north] = [-wind.tws * sin(wind.twd) - east, -wind.tws * cos(wind.twd) - north];
      const from = Math.atan2(-air_east, -air_north) / RADIANS;
      const awa = ((((from - heading) % 360) + 540) % 360) - 180;
      row({
        sog: Math.hypot(east, north) + 0.05 * normal(),
        cog: (Math.atan2(east, north) / RADIANS + 360) % 360,
        hdg: (heading - compass + normal() + 720) % 360,
        stw: speed / log + 0.05 * normal(),
        awa: (awa + awa_error - side * 3 - vane + 2 * normal() + 720) % 360,
        heel: (up ? -side * 18 : -side * 3) - heel + 2 * normal(),
        twd: (wind.twd + 360) % 360,
        tws: wind.tws + 0.3 * normal(),
      });
    }
    straights.push({ start_time: new Date(start).toISOString(), end_time: new Date(ms).toISOString() });
    ms += 15_000;
  };
  for (let i = 0; i < legs; i++) leg(i % 2 === 0 ? 1 : -1, 42, 3.1, true);
  for (let i = 0; i < legs; i++) leg(i % 2 === 0 ? 1 : -1, 140, 3.6, false);
  for (let i = 0; i < (of.upright_s ?? 0) / step_s; i++)
    row({ sog: 0.1, cog: 0, hdg: 0, stw: 0, awa: 0, heel: -heel + normal(), twd: 0, tws: 6 });
  const columns = {
    n: time_ms.length,
    time_ms: Float64Array.from(time_ms),
    channels: Object.fromEntries(Object.entries(channels).map(([id, values]) => [id, Float32Array.from(values)])),
  } as unknown as TrackColumns;
  const report = { straights, maneuvers: [], wind: {} } as unknown as FileAnalysis;
  return { report, columns };
}

const found = (of: Sail) => {
  const { report, columns } = sail(of);
  return calibrationOf(report, columns)!;
};
const rowOf = ({ rows }: Calibration, instrument: Calibrated): CalibrationRow =>
  rows.find((row) => row.instrument === instrument)!;

it("offsets, factors and deviations are in their intervals as often as these say", () => {
  const inside = { vane: 0, log: 0, compass: 0, leeway: 0 };
  const widest = { vane: 0, log: 0, compass: 0, leeway: 0 };
  const runs = 200;
  for (let seed = 1; seed <= runs; seed++) {
    const { uniform } = random(seed + 10_000);
    const sign = () => (uniform() < 0.5 ? -1 : 1);
    const truth = {
      vane: sign() * (3 + 12 * uniform()),
      log: 0.8 + 0.4 * uniform(),
      compass: sign() * 5 * uniform(),
      leeway: 8 * uniform(),
    };
    const current: [number, number] = [uniform() - 0.5, uniform() - 0.5];
    const calibration = found({ seed, errors: truth, leeway: truth.leeway, current });
    for (const instrument of ["vane", "log", "compass", "leeway"] as const) {
      const { value, half_width } = rowOf(calibration, instrument);
      if (Math.abs(value! - truth[instrument]) <= half_width!) inside[instrument]++;
      widest[instrument] = Math.max(widest[instrument], half_width!);
    }
  }
  for (const instrument of ["vane", "log", "compass", "leeway"] as const) {
    expect(inside[instrument] / runs, instrument).toBeGreaterThanOrEqual(0.85);
    expect(inside[instrument] / runs, instrument).toBeLessThanOrEqual(0.97);
  }
  // Never wrong by being wide.
  expect(widest.vane).toBeLessThan(1.5);
  expect(widest.log).toBeLessThan(0.05);
  expect(widest.compass).toBeLessThan(2.5);
  expect(widest.leeway).toBeLessThan(3);
});

it("instruments without an error have nothing to set, in nine of ten logs", () => {
  let errors = 0;
  for (let seed = 1; seed <= 60; seed++)
    for (const instrument of ["vane", "log", "compass"] as const)
      errors += isError(rowOf(found({ seed }), instrument)) ? 1 : 0;
  expect(errors / 180).toBeLessThan(0.17);
});

it("says what to do at the instrument, with the sign of what is to be added", () => {
  const calibration = found({ errors: { vane: -8, log: 1.15, compass: 6, heel: 5 }, upright_s: 400 });
  const [vane, log, compass, heel] = (["vane", "log", "compass", "heel"] as const).map((one) =>
    rowOf(calibration, one),
  );
  expect(calibrationFigure(vane!, vane!.value!)).toMatch(/^−[78]\.\d°$/);
  expect(calibrationAdvice(vane!)).toMatch(
    /^Reads [78]\.\d° too far to starboard\. Take [78]\.\d° off at the instrument\.$/,
  );
  expect(calibrationAdvice(log!)).toMatch(/^Reads 1[234] % too little\. Multiply by 1\.1[3-7] at the instrument\.$/);
  expect(calibrationAdvice(compass!)).toMatch(/^Reads [567]\.\d° too little\. Add [567]\.\d° at the instrument\.$/);
  expect(calibrationAdvice(heel!)).toMatch(/^Reads [45]\.\d° too far to port\. Add [45]\.\d° at the instrument\.$/);
  expect(calibrationSource(vane!)).toBe("15 tacks");
  expect(tooLittleText(calibration)).toBeNull();
});

it("is silent where the log is too short, and says what it has of what it needs", () => {
  const short = found({ legs: 3, leg_s: 120 });
  expect(short.rows.map(({ value }) => value)).toEqual([null, null, null, null, null]);
  expect(short.rows.map(calibrationSource)[0]).toBe("2 of 6 tacks");
  expect(tooLittleText(short)).toMatch(
    /^There are 2 tacks and \d+ min of straight sailing\. A vane's offset needs 6 tacks/,
  );
  const { report, columns } = sail({});
  const one = { ...report, straights: report.straights.filter((_, i) => i % 2 === 0 && i < 16) };
  const oneWay = calibrationOf(one, columns)!;
  expect(rowOf(oneWay, "log").value).toBeNull();
});

it("a boat that is lower and slower on starboard tack is named, and one that is not is not", () => {
  const worse = found({ worse: [5, 0.4] });
  const vmg = worse.sides.find(({ figure }) => figure === "vmg_up")!;
  expect(vmg.difference).toBeLessThan(-0.5);
  expect(sidesText(worse)).toMatch(/^On starboard tack you make \d\.\d\d ± \d\.\d\d kn less to windward\.$/);
  const told = Array.from({ length: 40 }, (_, seed) => sidesText(found({ seed: seed + 1 }))).filter(
    (text) => text !== null,
  );
  expect(told.length).toBeLessThan(9);
});

it("the time at which a vane is doubted says nothing of its offset", () => {
  const { report, columns } = sail({ errors: { vane: 6 } });
  const half = Math.floor(columns.n * 0.3);
  columns.channels.awa!.fill(35, half);
  const start_time = new Date(columns.time_ms[half]!).toISOString();
  const doubted: Doubt = {
    instrument: "vane",
    reason: "turns_with_boat",
    sentence: "",
    used: false,
    spans: [{ start_time, end_time: "2026-08-09T00:00:00.000Z" }],
    step_s: 10,
    readings: [],
  };
  const stuck = rowOf(calibrationOf(report, columns)!, "vane");
  const tested = rowOf(calibrationOf({ ...report, doubts: [doubted] }, columns)!, "vane");
  expect(Math.abs(tested.value! - 6)).toBeLessThan(2 * tested.half_width!);
  expect(Math.abs((stuck.value ?? 99) - 6)).toBeGreaterThan(2);
});

it("a recording without instruments has no calibration", () => {
  const { report, columns } = sail({});
  const bare = { ...columns, channels: { sog: columns.channels.sog!, cog: columns.channels.cog! } };
  expect(calibrationOf(report, bare)).toBeNull();
});
