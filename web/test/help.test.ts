import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KEY_MEASURES } from "../src/help/accuracy";
import { searchDefinitions } from "../src/help/definition-list";
import { readAccuracy, readDefinitions } from "../src/help/documents.ts";
import { channelMetric, METRIC_IDS } from "../src/help/metric-ids.ts";
import { metricName } from "../src/help/metric-names.tsx";

const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), "utf8");
const definitions = readDefinitions(read("metrics.md"));
const measured = `${read("truth-table.md")}\n${read("truth.md")}`;
const accuracy = readAccuracy(measured);

describe("the definitions beside the figures", () => {
  it.each(METRIC_IDS)("%s is a row of docs/metrics.md with a text and a unit", (id) => {
    const found = definitions.filter((one) => one.id === id);
    expect(found).toHaveLength(1);
    expect(found[0]!.text.length).toBeGreaterThan(10);
    expect(found[0]!.unit).not.toBe("");
  });

  it("have every row of the document once", () => {
    const rows = read("metrics.md").match(/^\| `/gm);
    expect(definitions).toHaveLength(rows!.length);
    expect(new Set(definitions.map(({ id }) => id)).size).toBe(definitions.length);
  });

  it("have one for every channel of a replay", () => {
    const channels = definitions.filter(({ section }) => section === "Channels").map(({ field }) => field);
    expect(channels.filter((channel) => channelMetric(channel) === null)).toEqual([]);
    expect(channelMetric("unknown")).toBeNull();
  });

  it("are named as sailors read them", () => {
    const name = (id: string) => metricName(definitions.find((one) => one.id === id)!);
    expect(name("Maneuver.entry_speed_kn")).toBe("Entry speed");
    expect(name("Channels.sog")).toBe("SOG");
    expect(name("Maneuver.loss_80_m")).toBe("Loss");
  });

  it("are found by words of their name first, then of their text", () => {
    expect(searchDefinitions(definitions, "entry speed")[0]!.id).toBe("Maneuver.entry_speed_kn");
    expect(searchDefinitions(definitions, "  ")).toHaveLength(definitions.length);
    expect(searchDefinitions(definitions, "xyzzy")).toEqual([]);
  });
});

describe("the measured accuracy", () => {
  it.each(KEY_MEASURES)("%s is a row of docs/truth-table.md", (measure) => {
    expect(accuracy.measures.filter((one) => one.measure === measure)).toHaveLength(1);
  });

  it("has the date, what is met, and what is not", () => {
    expect(accuracy.measured).toMatch(/^\d+ \w+ \d{4}$/);
    const said = measured.split("## Known shortfalls")[0]!.match(/\| NO \|$/gm);
    expect(accuracy.measures.filter(({ isMet }) => isMet === false)).toHaveLength(said!.length);
    expect(accuracy.shortfalls.length).toBeGreaterThan(5);
    expect(accuracy.shortfalls.every(({ name, text }) => name !== "" && text.length > 20)).toBe(true);
  });

  it("is not read from a document of another form", () => {
    expect(() => readAccuracy("# Nothing measured")).toThrow("docs/truth.md");
  });
});
