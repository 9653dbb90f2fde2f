import { expect, it } from "vitest";
import type { Polar } from "../src/index.ts";
import { routingTable } from "../src/index.ts";

const band = (from_kn: number | null, to_kn: number | null, q75_kn: (number | null)[]) =>
  ({ from_kn, to_kn, curve: { twa_deg: [0, 45, 90], q75_kn } }) as unknown as Polar["bands"][number];

it("a polar is a table of wind angles and wind speeds, from light to strong, empty where nothing was sailed", () => {
  const bands = [band(12, null, [null, 6.5, 8.254]), band(null, 4, [null, null, 3]), band(4, 12, [null, 5, null])];
  expect(routingTable({ basis: "wind_speed", bands })).toBe("twa/tws;4;8;12\n45;;5;6.5\n90;3;;8.25\n");
});

it("thirds of a boat's own speed are no winds, so there is no such table of them", () => {
  expect(routingTable({ basis: "relative", bands: [band(null, null, [1, 2, 3])] })).toBeNull();
  expect(routingTable({ basis: "wind_speed", bands: [] })).toBeNull();
});
