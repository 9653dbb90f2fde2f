import { expect, it } from "vitest";
import { loadCore } from "../src/node.ts";
import { loadWasm } from "../src/raw-web.ts";
import { coreOf } from "../src/typed-core.ts";

/** A boat that sails north at 4 m/s for 165 minutes, a fix every 5 s. */
function gpx(start: string): Uint8Array {
  const points = Array.from({ length: 165 * 12 }, (_, i) => {
    const time = new Date(Date.parse(start) + 5000 * i).toISOString();
    return `<trkpt lat="${(54 + 0.00018 * i).toFixed(6)}" lon="10.2"><time>${time}</time></trkpt>`;
  });
  return new TextEncoder().encode(`<gpx><trk><trkseg>${points.join("\n")}</trkseg></trk></gpx>`);
}

it("the best day ends at midnight by the clock of the session's time zone", async () => {
  const cores = [await loadCore(), coreOf(await loadWasm())];
  // Midnight of Kiel's summer is at 22:00 UTC, of its winter and of the nautical time zone at 23:00.
  for (const [start, midnight] of [
    ["2026-06-13T20:30:00Z", "2026-06-13T22:00:00Z"],
    ["2026-01-13T21:30:00Z", "2026-01-13T23:00:00Z"],
  ] as const) {
    for (const core of cores) {
      const { report } = await core.analyze({ name: "night.gpx", bytes: gpx(start) });
      expect(report.time_zone).toBe("Europe/Berlin");
      const { start_time, end_time } = report.records.best_day!;
      expect(start_time.slice(0, 16)).toBe(start.slice(0, 16));
      expect(Math.abs(Date.parse(end_time) - Date.parse(midnight))).toBeLessThan(10_000);
      expect(report.records).not.toHaveProperty("best_day_by_clock");
    }
  }
});
