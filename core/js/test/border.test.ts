import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type Core, EngineError } from "../src/index.ts";
import { loadCore as loadNative } from "../src/node.ts";
import { loadCore as loadWeb } from "../src/web.ts";

/** A boat that sails north for a minute and a half. */
function straightAhead() {
  const rows = Array.from({ length: 90 }, (_, i) => {
    const time = new Date(Date.UTC(2026, 5, 1, 10, 0, i)).toISOString();
    return `<trkpt lat="${54 + i * 4e-5}" lon="10"><time>${time}</time></trkpt>`;
  });
  const bytes = new TextEncoder().encode(`<gpx version="1.1"><trk><trkseg>${rows.join("")}</trkseg></trk></gpx>`);
  return { name: "straight.gpx", bytes };
}

describe.each([
  ["native", loadNative],
  ["wasm", loadWeb],
])("%s", (_, load) => {
  let core: Core;
  beforeAll(async () => {
    core = await load();
  });

  test("the registry stores speed in m/s and displays it in knots", () => {
    const sog = core.channels.find((channel) => channel.id === "sog");
    expect(sog).toMatchObject({ unit: "m/s", display_unit: "kn", circular: false });
    expect(core.boat_classes.map((boat) => boat.name)).toContain("49er");
    expect(core.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("a regression finds a loss of one metre per knot of entry speed", () => {
    const line = core.regress(Float64Array.of(10, 11, 12), Float64Array.of(8, 7, 6));
    expect(line).toEqual({ n: 3, slope: -1, intercept: 18, r2: 1 });
  });

  test("an empty file is an error with kind and sentence", async () => {
    const failed = await core.analyze({ name: "empty.fit", bytes: new Uint8Array() }).catch((error) => error);
    expect(failed).toBeInstanceOf(EngineError);
    expect(failed).toMatchObject({ kind: "empty_file", message: "This file is empty.", at: null });
  });

  test("an unknown option is an error, at once and in chunks", async () => {
    const options = { boat_clas: "49er" } as object;
    const file = { name: "a.gpx", bytes: new Uint8Array([60]) };
    await expect(core.analyze(file, options)).rejects.toMatchObject({ kind: "bad_options" });
    expect(() => core.open("a.gpx", options)).toThrow(EngineError);
  });

  test("a boat class is known in any spelling, and another is analysed as Other with a sentence", async () => {
    expect(core.boat_class("j/24")).toMatchObject({ name: "J24", listed: false, keelboat: true });
    expect(core.boat_class("Ark")).toBeNull();
    const finn = await core.analyze(straightAhead(), { boat_class: "finn" });
    expect([finn.report.boat_class, finn.report.notes.filter((note) => note.includes("boat class"))]).toEqual([
      "Finn",
      [],
    ]);
    const ark = await core.analyze(straightAhead(), { boat_class: "Ark" });
    expect([ark.report.boat_class, ark.report.notes[0]]).toEqual([
      "Other",
      '"Ark" is not a boat class Leebow knows: the recording is analysed as "Other".',
    ]);
  });

  test("why explains a moment, and fails for a file that cannot be read", async () => {
    const why = await core.why(straightAhead(), Date.UTC(2026, 5, 1, 10, 0, 40));
    expect(why).toMatchObject({ time: "2026-06-01T10:00:40.000Z", wind_deg: null, turned_deg: null });
    expect(why.reasons.map((reason) => reason.test)).toEqual(["wind_unknown", "no_turn"]);
    expect(why.answer).toMatch(/^The boat sailed straight ahead at 8\.\d kn\./);
    await expect(core.why({ name: "empty.fit", bytes: new Uint8Array() }, 0)).rejects.toMatchObject({
      kind: "empty_file",
    });
  });

  test("straights are analysed from columns, and an unknown question is an error", () => {
    const n = 61;
    const columns = {
      time_ms: Float64Array.from({ length: n }, (_, i) => Date.UTC(2026, 5, 1, 10, 0, i)),
      channels: {
        sog: new Float32Array(n).fill(5),
        cog: new Float32Array(n).fill(359),
        bpm: new Float32Array(n).fill(150),
      },
    };
    const pick = { name: "Straight 1", start: 0, end: n, tags: ["high"] };
    const analysis = core.straight_analysis(columns, { segments: [pick] });
    expect(analysis.segments[0]).toMatchObject({ name: "Straight 1", duration_s: 60, tags: ["high"] });
    expect(analysis.segments[0]!.columns.map(({ column }) => column)).toEqual(["sog", "cog", "cog_std"]);
    expect(analysis.tables.map(({ variable, rows }) => [variable, rows.length])).toEqual([
      ["sog", 3],
      ["cog", 3],
    ]);
    expect(analysis.correlations).toEqual([]);
    const wrong = { segmens: [] } as object;
    expect(() => core.straight_analysis(columns, wrong)).toThrow(expect.objectContaining({ kind: "bad_options" }));
  });

  test("a reader cannot be used after it has finished", async () => {
    const reader = core.open("a.gpx");
    reader.push(new TextEncoder().encode("<gpx"));
    await expect(reader.finish()).rejects.toBeInstanceOf(EngineError);
    expect(() => reader.push(new Uint8Array(1))).toThrow(expect.objectContaining({ kind: "spent" }));
    await expect(reader.finish()).rejects.toMatchObject({ kind: "spent" });
  });

  test("a recording is analysed again and explained until it is freed", async () => {
    const bytes = new Uint8Array(readFileSync(new URL("../../../fixtures/49er-kiel.fit", import.meta.url)));
    const reader = core.open("kiel.fit", {}, bytes.length);
    reader.push(bytes);
    const recording = await reader.recording();
    expect(() => reader.push(bytes)).toThrow(expect.objectContaining({ kind: "spent" }));
    const classes = ["J70", "49er"];
    for (const boat_class of classes) {
      const { report } = await recording.analyze({ boat_class });
      expect(report).toMatchObject({ boat_class, name: "kiel.fit", time_zone: "Europe/Berlin" });
    }
    const held = recording.bytes;
    await expect(recording.analyze({ boat_clas: "Laser" } as object)).rejects.toMatchObject({ kind: "bad_options" });
    expect((await recording.why(0)).reasons.map((reason) => reason.test)).toEqual(["outside"]);
    expect(recording.bytes).toBe(held);
    const analysis = recording.analyze();
    recording.free();
    recording.free();
    expect((await analysis).report.boat_class).toBe("Other");
    await expect(recording.analyze()).rejects.toMatchObject({ kind: "freed" });
    await expect(core.read({ name: "empty.fit", bytes: new Uint8Array() })).rejects.toMatchObject({
      kind: "empty_file",
    });
  });
});
