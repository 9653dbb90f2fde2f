import { describe, expect, it } from "vitest";
import { gpxParts } from "../src/replay/gpx";

const columns = {
  n: 4,
  time_ms: Float64Array.from([0, 1000, 2000, 600_000], (ms) => Date.UTC(2026, 5, 13, 10) + ms),
  lat_deg: Float64Array.of(54.1, NaN, 54.100001, 54.2),
  lon_deg: Float64Array.of(10.1, NaN, 10.100001, 10.2),
  channels: { hr: Float32Array.of(120, 121, NaN, 130) },
} as unknown as Parameters<typeof gpxParts>[1];

describe("a track as GPX", () => {
  const text = gpxParts("Kiel <49er> & wind", columns).join("");

  it("has its fixes with their times and the heart rate", () => {
    expect(text).toContain('<trkpt lat="54.1000000" lon="10.1000000"><time>2026-06-13T10:00:00.000Z</time>');
    expect(text.match(/<gpxtpx:hr>\d+/g)).toEqual(["<gpxtpx:hr>120", "<gpxtpx:hr>130"]);
  });

  it("leaves out a fix without a position, and begins a segment after a gap", () => {
    expect(text.match(/<trkpt /g)).toHaveLength(3);
    expect(text.match(/<trkseg>/g)).toHaveLength(2);
  });

  it("keeps the signs of a name from being read as markup", () => {
    expect(text).toContain("<name>Kiel &lt;49er&gt; &amp; wind</name>");
  });
});
