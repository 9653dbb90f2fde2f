import { STANDARD_UNITS, type Units } from "@leebow/core";
import type { Channel, TrackColumns } from "@leebow/core/node";
import { describe, expect, it } from "vitest";
import { pointsCsv } from "./points.ts";

const SOG = {
  id: "sog",
  name: "Speed over ground",
  unit: "m/s",
  display_unit: "kn",
  display_factor: 3600 / 1852,
  decimals: 1,
  circular: false,
  description: "",
} satisfies Channel;
const COG = {
  ...SOG,
  id: "cog",
  unit: "deg",
  display_unit: "°",
  display_factor: 1,
  decimals: 0,
  circular: true,
} satisfies Channel;

async function written(columns: Partial<TrackColumns> & { n: number }, units: Units = STANDARD_UNITS): Promise<string> {
  const zeros = new Float64Array(columns.n);
  const track = { time_ms: zeros, lat_deg: zeros, lon_deg: zeros, channels: {}, ...columns };
  let text = "";
  for await (const piece of pointsCsv(track, [SOG, COG], units)) text += piece;
  return text;
}

describe("the points of a track as CSV", () => {
  it("name their units and give speeds in knots", async () => {
    const text = await written({
      n: 2,
      time_ms: Float64Array.of(1_750_000_000_000, 1_750_000_001_250),
      lat_deg: Float64Array.of(45.8612345678, 45.9),
      lon_deg: Float64Array.of(-10.5, 10.25),
      channels: { sog: Float32Array.of(5.144444, NaN), cog: Float32Array.of(359.96, 12) },
    });
    expect(text).toBe(
      "time,lat,lon,sog_kn,cog_deg\r\n" +
        "2025-06-15T15:06:40.000Z,45.8612346,-10.5000000,10,360\r\n" +
        "2025-06-15T15:06:41.250Z,45.9000000,10.2500000,,12\r\n",
    );
  });

  it("give speeds in the reader's unit, which the head names", async () => {
    const track = { n: 1, channels: { sog: Float32Array.of(5), cog: Float32Array.of(90) } };
    const lines = async (units: Units) => (await written(track, units)).split("\r\n");
    const [head, line] = await lines({ ...STANDARD_UNITS, speed: "km/h" });
    expect(head).toBe("time,lat,lon,sog_kmh,cog_deg");
    expect(line).toMatch(/,18,90$/);
    expect((await lines({ ...STANDARD_UNITS, speed: "m/s" }))[0]).toContain("sog_mps");
  });

  it("hold every fix of a long track, once", async () => {
    const text = await written({ n: 12_345 });
    expect(text.trimEnd().split("\r\n")).toHaveLength(12_346);
  });

  it("keep a maker's own channel from being taken for a formula or for two columns", async () => {
    const text = await written({ n: 1, channels: { "=1+1": Float32Array.of(1), 'load, "clew"': Float32Array.of(2) } });
    expect(text.split("\r\n")[0]).toBe(`time,lat,lon,'=1+1,"load, ""clew"""`);
  });
});
