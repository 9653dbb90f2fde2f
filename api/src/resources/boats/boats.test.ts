import { describe, expect, it } from "vitest";
import { onEveryDatabase } from "../../../test/test-server.ts";
import catalogue from "./catalogue.json" with { type: "json" };
import { CATALOGUE, LOOKED_AT } from "./catalogue.ts";
import { BoatCatalogue } from "./schema.ts";

const ofType = (type: "Kite" | "Foil") => CATALOGUE.filter(({ boat_type }) => boat_type === type);

describe("the catalogue of kites and foils", () => {
  it("names a source for every entry, and uses every source", () => {
    expect(BoatCatalogue.safeParse(CATALOGUE).error).toBeUndefined();
    const used = catalogue.entries.flatMap(({ sources }) => sources);
    expect(new Set(used)).toEqual(new Set(Object.keys(catalogue.sources)));
    expect(LOOKED_AT).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const { evidence, sources } of CATALOGUE) expect(sources).toHaveLength(evidence === "two lists" ? 2 : 1);
  });

  it.each(["Kite", "Foil"] as const)("has at least 12 brands and 25 models: %s", (type) => {
    const entries = ofType(type);
    expect(new Set(entries.map(({ brand }) => brand)).size).toBeGreaterThanOrEqual(12);
    expect(entries.length).toBeGreaterThanOrEqual(25);
  });

  it("has each model once, and each size of a model once", () => {
    const models = CATALOGUE.map(({ boat_type, brand, name }) => `${boat_type} ${brand} ${name}`.toLowerCase());
    expect(new Set(models).size).toBe(models.length);
    for (const { name, sizes_or_wings } of CATALOGUE) {
      expect(new Set(sizes_or_wings).size, name).toBe(sizes_or_wings.length);
    }
  });

  it("gives sizes of kites as square metres, smallest first", () => {
    for (const { name, sizes_or_wings } of ofType("Kite")) {
      const sizes = sizes_or_wings.map(Number);
      expect(sizes, name).toEqual(sizes.toSorted((a, b) => a - b));
      for (const size of sizes) expect(size > 2 && size <= 23, `${name} ${size}`).toBe(true);
    }
  });
});

onEveryDatabase("the catalogue", (at) => {
  it("is answered to everybody with an account", async () => {
    const ada = await at().signUp();
    const { status, body } = await ada.call("GET", "/api/boats/");
    expect([status, body.length]).toEqual([200, CATALOGUE.length]);
    expect(body).toContainEqual(
      expect.objectContaining({ boat_type: "Kite", brand: "Ozone", name: "Enduro", sizes_or_wings: expect.any(Array) }),
    );
    expect((await at().call("GET", "/api/boats")).status).toBe(401);
  });
});
