import type { Maneuver } from "@leebow/core";
import { describe, expect, it, vi } from "vitest";
import { Plane } from "../src/map/plane";
import { trackDrawing } from "../src/map/track-drawing";
import { ViewControl } from "../src/map/view-control";
import { boatNames, sailNumber } from "../src/session/boat-names";
import { mergeTracks } from "../src/session/merge-tracks";
import { againstWind, raceWind } from "../src/session/race-wind";
import { ReplayModel } from "../src/session/replay-model";
import { windRow, windText } from "../src/session/wind-now";
import { columnsOf, reportOf } from "./helpers";

vi.stubGlobal("requestAnimationFrame", () => 1);

const START_MS = Date.UTC(2025, 5, 21, 11);
const at = (second: number) => new Date(START_MS + second * 1000).toISOString();
const tack = (start: number, end: number) =>
  ({ kind: "tack", start, end, time: at((start + end) / 2), counted: true }) as Maneuver;
const boat = (name: string, maneuvers: Maneuver[] = []) => ({
  name,
  sailor: name,
  id: name.length,
  report: reportOf({ sha256: name, maneuvers }),
  columns: columnsOf(300),
});

describe("a race", () => {
  const model = () =>
    new ReplayModel({ boats: [boat("Vidal", [tack(10, 20)]), boat("Roca", [tack(100, 120)])], wind: null });

  it("steps through the maneuvers of the focus boat", () => {
    const race = model();
    race.focusOn(1);
    race.step(1);
    expect((race.playback.time_ms - START_MS) / 1000).toBe(110);
    expect(race.data.name).toBe("Roca");
  });

  it("selects nothing on the boat that has just become the focus boat, and shows it", () => {
    const race = model();
    race.choose(0);
    race.state.hidden = [1];
    race.focusOn(1);
    expect([race.state.chosen, race.state.hidden]).toEqual([-1, []]);
  });

  it("begins with the first boat and ends with the last one", () => {
    const late = boat("Late");
    late.columns.time_ms = late.columns.time_ms.map((time_ms) => time_ms + 600_000);
    const { whole } = new ReplayModel({ boats: [boat("Early"), late], wind: null }).playback.clock;
    expect([whole.from_ms - START_MS, whole.to_ms - START_MS]).toEqual([0, 899_000]);
  });
});

describe("the tracks of one sailor", () => {
  it("are one boat, the segments of the second shifted by the rows of the first", () => {
    const second = { report: reportOf({ maneuvers: [tack(10, 20)] }), columns: columnsOf(100) };
    second.columns.channels.heel = new Float32Array(100).fill(20);
    const merged = mergeTracks([{ report: reportOf({ maneuvers: [tack(1, 2)] }), columns: columnsOf(50) }, second]);
    expect(merged.columns.n).toBe(150);
    expect(merged.report.maneuvers.map(({ start, end }) => [start, end])).toEqual([
      [1, 2],
      [60, 70],
    ]);
    expect(merged.columns.channels.heel![49]).toBeNaN();
    expect(merged.columns.channels.heel![50]).toBe(20);
  });
});

describe("the wind of a race", () => {
  const wind = raceWind(
    [0, 10, 20].map((second) => ({ time: at(second), ewd: 100 + second, sd: 4 })),
    4,
  )!;

  it("gives each boat its angle, VMG and LVG, also between two estimates", () => {
    const { channels } = againstWind(columnsOf(12), wind);
    expect(channels.ewd![5]).toBeCloseTo(105, 4);
    // Sailing 058° in a wind from 105° is close-hauled on starboard tack.
    expect(channels.etwa![5]).toBeCloseTo(47, 4);
    expect(channels.vmg![5]! / channels.sog![5]!).toBeCloseTo(Math.cos((47 * Math.PI) / 180), 5);
    expect(channels.lvg![5]).toBeLessThan(0);
  });

  it("is unknown half a minute after the last estimate", () => {
    const { ewd } = againstWind(columnsOf(120), wind).channels;
    expect(ewd![45]).toBeCloseTo(120, 4);
    expect(ewd![60]).toBeNaN();
    expect(windRow(wind, START_MS + 30_000)).toBe(2);
    expect(windRow(wind, START_MS + 300_000)).toBe(-1);
  });

  it("says from the turns of how many boats it is estimated", () => {
    const counts = { tacks: 36, gybes: 0 };
    expect(windText(wind, { twd_deg: 108, sd_deg: 3.6, source: "estimated" }, counts).lines).toEqual([
      "wind from, estimated",
      "from 36 tacks of 4 boats",
    ]);
  });
});

describe("names of boats", () => {
  const named = (first_name: string, last_name: string, file = "track.gpx") => ({ first_name, last_name, file });

  it("are sail numbers where the files have them", () => {
    expect(sailNumber("ESP-30782 race1.gpx")).toBe("ESP 30782");
    expect(sailNumber("IMG_1234.fit")).toBeNull();
    expect(sailNumber("RESP 12.gpx")).toBeNull();
  });

  it("differ, by initial or number where they must", () => {
    expect(boatNames([named("Marta", "Vidal"), named("Pau", "Vidal"), named("Ines", "Roca")])).toEqual([
      "M. Vidal",
      "P. Vidal",
      "Roca",
    ]);
    expect(boatNames([named("Marta", "Vidal"), named("Marta", "Vidal")])).toEqual(["M. Vidal 1", "M. Vidal 2"]);
  });
});

describe("a race over the date line", () => {
  const eastOf = (name: string, shift_deg: number) => {
    const sailed = boat(name);
    sailed.columns.lon_deg = sailed.columns.lon_deg.map((_, row) => {
      const lon_deg = 179.999 + shift_deg + row * 1e-5;
      return lon_deg >= 180 ? lon_deg - 360 : lon_deg;
    });
    return sailed;
  };

  it("has its boats side by side, without a jump in any track", () => {
    const { boats } = new ReplayModel({ boats: [eastOf("West", 0), eastOf("East", 0.002)], wind: null });
    for (const [index, shift_deg] of [0, 0.002].entries()) {
      const { lon_deg } = boats[index]!.columns;
      lon_deg.forEach((lon, row) => void expect(lon).toBeCloseTo(179.999 + shift_deg + row * 1e-5, 6));
    }
  });

  it("has the picture of the same track elsewhere", () => {
    const { columns } = eastOf("West", 0);
    const elsewhere = { ...columns, lon_deg: columns.lon_deg.map((_, row) => 9.999 + row * 1e-5) };
    expect(trackDrawing(columns, 150, 76)).toBe(trackDrawing(elsewhere, 150, 76));
  });

  it("stays under the boats when the map writes its centre as a western longitude", () => {
    const asked: [number, number][] = [];
    const map = {
      on: () => undefined,
      getBearing: () => 0,
      getZoom: () => 14,
      getCenter: () => ({ lng: -179.9995, lat: -16.7 }),
      project: (at: [number, number]) => {
        asked.push(at);
        return { x: 0, y: 0 };
      },
    };
    const free = { width: 800, height: 600, insets: { top: 0, right: 0, bottom: 0, left: 0 }, overlays: [] };
    const plane = new Plane({ lon: 180.0005, lat: -16.7 });
    new ViewControl(map as unknown as ConstructorParameters<typeof ViewControl>[0], plane, [], () => free).camera();
    expect(asked[0]![0]).toBeCloseTo(-179.9995, 6);
  });
});
