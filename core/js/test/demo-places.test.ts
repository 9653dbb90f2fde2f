import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { open } from "@leebow/basemap";
import { describe, expect, it } from "vitest";
import { loadCore } from "../src/node.ts";
import { demoSessions, writeSession } from "../src/simulate.ts";

const coast = open(new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve("@leebow/basemap/coast.bin")))));

describe("the demo recordings", () => {
  for (const { name, format, spec } of demoSessions()) {
    it(`${name} stays on the water`, async () => {
      const core = await loadCore();
      const { columns } = await core.analyze({ name, bytes: writeSession({ ...spec, noise: NO_NOISE }, format) });
      const ashore = Array.from(columns.lat_deg, (lat, i) => coast.is_land(columns.lon_deg[i]!, lat)).filter(Boolean);
      expect(columns.n).toBeGreaterThan(1500);
      expect(ashore.length).toBe(0);
    });
  }
});

/** Outliers may well lie ashore; the boat may not. */
const NO_NOISE = { drift_m: 0, white_m: 0, doppler_mps: 0, attitude_deg: 0 };
