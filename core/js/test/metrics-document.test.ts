/** docs/metrics.md against the contract: every field has its row, every row its field, and no cell is empty. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FIX_FLAGS } from "../src/index.ts";
import { loadNative } from "../src/raw-node.ts";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

/** The JSON schemas of the engine's types. */
const schemas: Record<string, { properties?: Record<string, unknown> }> = JSON.parse(
  read("core/js/src/generated/engine.schema.json"),
);

/** What is not reached from FileAnalysis: the regression, the dashboards' answers, polars, the analysis of straights. */
const BESIDE = [
  "Regression",
  "UserStats",
  "WindConditions",
  "Improvement",
  "ExpectedLoss",
  "LossPoint",
  "LinePoint",
  "LossLine",
  "LeaderboardRow",
  "PolarBand",
  "PolarCurve",
  "PolarTarget",
  "SideDifference",
  "SeasonPoint",
  "SeasonTrend",
  "SeasonLine",
  "StraightAnalysis",
  "StraightLine",
  "StraightColumn",
  "RhythmLag",
  "VariableTable",
  "VariableRow",
  "CorrelationRow",
  "FleetAnswer",
  "FleetBoat",
  "FleetWind",
];
/** Types that are written here, not in the engine, with their files. */
const WRITTEN: Record<string, string> = {
  OfTargetValue: "of-target",
  ManeuverOfTarget: "report-of-target",
  LegOfTarget: "race-of-target",
};
const HEAD = ["field", "what and how", "unit", "window", "source"];

/** The rows of each section, by its heading. */
const sections = new Map(
  read("docs/metrics.md")
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = "", ...lines] = section.split("\n");
      const rows = lines
        .filter((line) => line.startsWith("|"))
        .map((line) =>
          line
            .split("|")
            .slice(1, -1)
            .map((cell) => cell.trim()),
        );
      return [title, rows] as const;
    }),
);

/** Names of the fields of an object type; none of one that is no object. */
function fieldsOf(type: string): string[] {
  if (!WRITTEN[type]) return Object.keys(schemas[type]?.properties ?? {});
  const text = read(`core/js/src/targets/${WRITTEN[type]}.ts`).replace(/\/\*\*.*?\*\//gs, "");
  const own = new RegExp(`interface ${type} [^{]*\\{(.*?)\\n\\}`, "s").exec(text)?.[1] ?? "";
  return [...own.matchAll(/(\w+): [^;]+;/g)].map(([, name = ""]) => name);
}

/** FileAnalysis and every object type in it. */
function reached(): string[] {
  const seen = new Set(["FileAnalysis"]);
  for (const type of seen)
    for (const [, name = ""] of JSON.stringify(schemas[type]).matchAll(/#\/\$defs\/(\w+)/g)) seen.add(name);
  return [...seen].filter((type) => fieldsOf(type).length > 0);
}

test.each([...reached(), ...BESIDE, ...Object.keys(WRITTEN)])("%s is documented, field by field", (type) => {
  const documented = (sections.get(type) ?? []).slice(2).map(([field]) => field);
  expect(documented, `the section "## ${type}" of docs/metrics.md`).toEqual(
    fieldsOf(type).map((name) => `\`${name}\``),
  );
});

test("every channel is documented, in the registry's order", () => {
  const channels: { id: string }[] = JSON.parse(loadNative().channels());
  expect((sections.get("Channels") ?? []).slice(2).map(([field]) => field)).toEqual(
    channels.map(({ id }) => `\`${id}\``),
  );
});

test("every bit of a fix's flags is documented with its value", () => {
  const rows = (sections.get("Fix flags") ?? []).slice(2);
  expect(rows.map(([field, , unit]) => [field, unit])).toEqual(
    Object.entries(FIX_FLAGS).map(([name, bit]) => [`\`${name}\``, `bit ${bit}`]),
  );
});

test("every section belongs to an existing type, and every row has all cells", () => {
  expect([...sections.keys()].sort()).toEqual(
    [...reached(), ...BESIDE, ...Object.keys(WRITTEN), "Channels", "Fix flags"].sort(),
  );
  for (const [type, [head, , ...rows]] of sections) {
    expect(head, type).toEqual(HEAD);
    for (const row of rows) {
      expect(row, `${type}: ${row[0]}`).toHaveLength(HEAD.length);
      expect(
        row.every((cell) => cell !== ""),
        `${type}: ${row[0]} has an empty cell`,
      ).toBe(true);
    }
  }
});
