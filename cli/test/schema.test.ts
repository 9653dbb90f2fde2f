import { readFileSync, writeFileSync } from "node:fs";
import { loadCore } from "@leebow/core/node";
import { readFixture } from "@leebow/fixtures";
import Ajv from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { DOCUMENTS } from "../schema/documents.ts";
import { schemaOf } from "../schema/json-schema.ts";

describe.each(Object.entries(DOCUMENTS))("%s.schema.json", (name, document) => {
  const schema = schemaOf(name, document);

  it("is that of the document; else it is written", () => {
    const path = new URL(`../schema/${name}.schema.json`, import.meta.url);
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    const isCurrent = readFileSync(path, "utf8") === text;
    if (!isCurrent) writeFileSync(path, text);
    expect(isCurrent, `${name}.schema.json was not up to date and has been written`).toBe(true);
  });

  it("is a valid schema", () => {
    expect(new Ajv({ allErrors: true, allowUnionTypes: true }).validateSchema(schema)).toBe(true);
  });
});

it("refuses an analysis without one of its fields", async () => {
  const core = await loadCore();
  const valid = new Ajv().compile(schemaOf("analysis", DOCUMENTS.analysis!));
  const name = "49er-kiel.fit";
  const { report } = await core.analyze({ name, bytes: readFixture(name) }, { boat_class: "49er" });
  const document = { engine: core.version, parameters: {}, files: [report], failed: [] };
  expect(valid(document), JSON.stringify(valid.errors)).toBe(true);
  const accepted: string[] = [];
  const refuse = (part: unknown, path: string) => {
    if (typeof part !== "object" || part === null) return;
    if (Array.isArray(part)) return refuse(part[0], `${path}[]`);
    const fields = part as Record<string, unknown>;
    for (const [field, value] of Object.entries(fields)) {
      delete fields[field];
      if (valid(document)) accepted.push(`${path}.${field}`);
      fields[field] = value;
      refuse(value, `${path}.${field}`);
    }
  };
  refuse(document, "");
  expect(accepted).toEqual([]);
});

it("refuses a field that a closed type does not have", () => {
  const valid = new Ajv().compile(schemaOf("season", DOCUMENTS.season!));
  const losses = { loss_basis: null, months: [], change: null, trend: null };
  const season = {
    engine: "1",
    sessions: [],
    months: [],
    tack: losses,
    gybe: losses,
    bests: [],
    copies: [],
    failed: [],
  };
  expect(valid(season), JSON.stringify(valid.errors)).toBe(true);
  expect(valid({ ...season, more: 1 })).toBe(true);
  expect(valid({ ...season, tack: { ...losses, more: 1 } })).toBe(false);
});
