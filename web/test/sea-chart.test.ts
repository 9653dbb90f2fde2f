import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Palette } from "../src/map/palette";

const { setData, handlers, land, view } = vi.hoisted(() => ({
  view: { west: 0 },
  setData: vi.fn(),
  handlers: new Map<string, () => void>(),
  land: vi.fn(),
}));

vi.mock("maplibre-gl/dist/maplibre-gl.css", () => ({}));
vi.mock("maplibre-gl/dist/maplibre-gl-worker.mjs?url", () => ({ default: "worker.mjs" }));
vi.mock("maplibre-gl", () => ({
  Map: class {
    touchZoomRotate = { disableRotation: () => {} };
    on = (event: string, handler: () => void) => handlers.set(event, handler);
    getBounds = () => ({
      getEast: () => view.west + 1,
      getWest: () => view.west,
      getNorth: () => 40,
      getSouth: () => 39,
    });
    getSource = () => ({ setData });
    remove = () => {};
  },
  prewarm: () => {},
  setWorkerUrl: () => {},
}));
vi.mock("../src/map/coast", () => ({ coast: async () => ({ land }) }));
vi.mock("../src/map/sea-style", () => ({
  CHART_SOURCE: "chart",
  seaStyle: () => ({}),
  chartData: (data: unknown) => data,
}));

const listeners = new Map<string, () => void>();

describe("the coast on the map", () => {
  const onNote = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("addEventListener", (event: string, handler: () => void) => listeners.set(event, handler));
    vi.stubGlobal("removeEventListener", (event: string) => listeners.delete(event));
    for (const mock of [setData, onNote, land]) mock.mockReset();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function open() {
    const { SeaChart } = await import("../src/map/sea-chart");
    const box = { west: 0, east: 1, south: 39, north: 40 };
    const track = { lon_deg: Float64Array.from([0.5]), lat_deg: Float64Array.from([39.5]) };
    const container = {} as HTMLElement;
    const chart = new SeaChart({ container, palette: {} as Palette, box, tracks: [track], style_url: null, onNote });
    handlers.get("load")?.();
    await vi.advanceTimersByTimeAsync(0);
    return chart;
  }

  it("is the one of the latest view, also when that of an earlier view comes after it", async () => {
    land.mockResolvedValue({ polygons: [], shores: [] });
    const chart = await open();
    const answers: ((land: object) => void)[] = [];
    land.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    setData.mockReset();
    for (const west of [10, 20]) {
      view.west = west;
      handlers.get("moveend")?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    answers[1]?.({ west: 20 });
    await vi.advanceTimersByTimeAsync(0);
    answers[0]?.({ west: 10 });
    await vi.advanceTimersByTimeAsync(0);
    expect(setData.mock.calls).toEqual([[{ west: 20 }]]);
    chart.remove();
    view.west = 0;
  });

  it("is fetched again after a failure, with a growing wait", async () => {
    land
      .mockRejectedValueOnce(new Error("offline"))
      .mockRejectedValueOnce(new Error("offline"))
      .mockResolvedValue({ polygons: [], shores: [] });
    const chart = await open();
    expect(onNote.mock.calls.at(-1)?.[0]).toContain("The coastline could not be loaded");
    await vi.advanceTimersByTimeAsync(2000);
    expect(setData).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3900);
    expect(setData).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(setData).toHaveBeenCalledTimes(1);
    expect(onNote.mock.calls.at(-1)).toEqual([null]);
    chart.remove();
  });

  it("is fetched at once when the browser is online again", async () => {
    land.mockRejectedValueOnce(new Error("offline")).mockResolvedValue({ polygons: [], shores: [] });
    const chart = await open();
    listeners.get("online")?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(setData).toHaveBeenCalledTimes(1);
    chart.remove();
    expect(listeners.has("online")).toBe(false);
  });

  it("is not asked for what lies between two waters far from each other", async () => {
    land.mockResolvedValue({ polygons: [], shores: [] });
    const { SeaChart } = await import("../src/map/sea-chart");
    const tracks = [-80, 10].map((lon) => ({ lon_deg: Float64Array.of(lon), lat_deg: Float64Array.of(40) }));
    const box = { west: -80, east: 10, south: 40, north: 40 };
    const container = {} as HTMLElement;
    const chart = new SeaChart({ container, palette: {} as Palette, box, tracks, style_url: null, onNote });
    handlers.get("load")?.();
    await vi.advanceTimersByTimeAsync(0);
    const widths = land.mock.calls.map(([{ east, west }, { smooth = true }]) => (smooth ? 0 : east - west));
    expect(Math.max(...widths)).toBe(0);
    expect(setData).toHaveBeenCalledTimes(1);
    chart.remove();
  });

  it("is not fetched again when the map was removed", async () => {
    land.mockRejectedValue(new Error("offline"));
    (await open()).remove();
    const calls = land.mock.calls.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(land).toHaveBeenCalledTimes(calls);
  });
});
