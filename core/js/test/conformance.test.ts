/** Both bindings over every file there is: the same bytes of JSON, the same columns, the same errors. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { RawAnalysis, RawBinding } from "../src/raw.ts";
import { loadNative } from "../src/raw-node.ts";
import { loadWasm } from "../src/raw-web.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const fixtures = join(root, "fixtures");
const found = join(root, "fuzz/corpus");
const windLog = join(fixtures, "j70-with-wind-log.wind.nmea");
const recordings = process.env.LEEBOW_RECORDINGS ?? join(root, "../shared/recordings");

const native: RawBinding = loadNative();
let wasm: RawBinding;
beforeAll(async () => {
  wasm = await loadWasm();
});

/** The complete result of one binding for a file; of an error its text. */
async function resultOf(binding: RawBinding, path: string, options: object) {
  const bytes = readFileSync(path);
  try {
    return facts(await binding.analyze("file", bytes, JSON.stringify(options)));
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** An analysis in the order of the border, columns as raw bytes. */
function facts(analysis: RawAnalysis) {
  const bytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => Buffer.from(buffer, byteOffset, byteLength);
  return {
    report: analysis.report,
    ids: [analysis.channel_ids, analysis.metric_ids],
    fix: [analysis.time_ms, analysis.lat_deg, analysis.lon_deg].map(bytes),
    channels: analysis.channels.map(bytes),
    flags: bytes(analysis.fix_flags),
    segments: [analysis.segment_kind, analysis.segment_start, analysis.segment_end].map(bytes),
    metrics: analysis.metrics.map(bytes),
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return /\.(ts|json|md)$/.test(name) ? [] : [path];
  });
}

function agreeOver(folder: string) {
  test.each(filesBelow(folder).map((path) => [relative(folder, path), path]))(
    "%s",
    async (_, path) => {
      const first = await resultOf(native, path, { boat_class: "49er" });
      const second = await resultOf(wasm, path, { boat_class: "49er" });
      expect(equal(first, second), `${Object.keys(first)} and ${Object.keys(second)} differ`).toBe(true);
    },
    60_000,
  );
}

/** Deep equality that does not print a megabyte of bytes when it fails. */
function equal(a: unknown, b: unknown): boolean {
  if (Buffer.isBuffer(a)) return Buffer.isBuffer(b) && a.equals(b);
  if (typeof a !== "object" || a === null) return a === b;
  const keys = Object.keys(a);
  const other = b as Record<string, unknown>;
  return keys.length === Object.keys(other).length && keys.every((key) => equal((a as typeof other)[key], other[key]));
}

describe("fixtures", () => agreeOver(fixtures));

/** What a file gives, or its recording after analyses with other options and wind logs; of an error its text. */
async function resultsOf(binding: RawBinding, path: string, isHeld: boolean) {
  const [bytes, log] = [path, windLog].map((file) => readFileSync(file));
  const choices = [{ boat_class: "J70" }, { boat_class: "49er" }, { boat_class: "49er", wind_hint_deg: 220 }];
  try {
    const recording = await binding.read("file", bytes!);
    const wind = await binding.read("wind", log!);
    const results = [];
    for (const options of choices.map((choice) => JSON.stringify(choice))) {
      const analysis = await (isHeld ? recording.analyze(options) : binding.analyze("file", bytes!, options));
      const measured = await (isHeld
        ? recording.analyze(options, wind)
        : binding.analyze("file", bytes!, options, "wind", log));
      const moment_ms = analysis.time_ms[analysis.time_ms.length >> 1]!;
      const why = await (isHeld
        ? recording.why(options, moment_ms, wind)
        : binding.why("file", bytes!, options, moment_ms, "wind", log));
      results.push(facts(analysis), facts(measured), why);
    }
    for (const held of [recording, wind]) held.free();
    return results;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("a recording in memory gives what its file gives, in both bindings", () => {
  test.each(filesBelow(fixtures).map((path) => [relative(fixtures, path), path]))(
    "%s",
    async (_, path) => {
      const ofFile = await resultsOf(native, path, false);
      for (const binding of [native, wasm]) expect(equal(await resultsOf(binding, path, true), ofFile)).toBe(true);
    },
    60_000,
  );
});

/** Small files by the thousand: one test a target. */
describe("the corpus of the fuzzers", () => {
  test.each(readdirSync(found))(
    "%s",
    async (target) => {
      const differ: string[] = [];
      for (const path of filesBelow(join(found, target))) {
        const [first, second] = [await resultOf(native, path, {}), await resultOf(wasm, path, {})];
        if (!equal(first, second)) differ.push(relative(found, path));
      }
      expect(differ).toEqual([]);
    },
    300_000,
  );
});

test("both bindings report the same of bad files, a hundred times in the same order", async () => {
  const paths = filesBelow(join(fixtures, "bad")).filter((_, i) => i % 12 === 0);
  const pass = (binding: RawBinding) => Promise.all(paths.map((path) => resultOf(binding, path, {})));
  const first = await pass(native);
  for (let time = 0; time < 50; time += 1) {
    for (const binding of [native, wasm]) expect(equal(await pass(binding), first), `pass ${time}`).toBe(true);
  }
}, 300_000);

const there = existsSync(recordings);
describe.skipIf(!there)(`recordings${there ? "" : `: skipped, there is no ${recordings}`}`, () => {
  if (there) agreeOver(recordings);
});

test("a file in chunks gives the same result as in one piece", async () => {
  const path = filesBelow(fixtures).find((file) => file.endsWith(".fit"))!;
  const bytes = readFileSync(path);
  for (const binding of [native, wasm]) {
    const reader = new binding.RawReader("file", "{}");
    for (let at = 0; at < bytes.length; at += 4096) reader.push(bytes.subarray(at, at + 4096));
    const whole = facts(await binding.analyze("file", bytes, "{}"));
    expect(equal(facts(await reader.finish()), whole)).toBe(true);
    const again = new binding.RawReader("file", "{}");
    for (let at = 0; at < bytes.length; at += 4096) again.push(bytes.subarray(at, at + 4096));
    const recording = await again.recording();
    expect(recording.bytes).toBeGreaterThan(whole.flags.length * 24);
    expect(equal(facts(await recording.analyze("{}")), whole)).toBe(true);
    recording.free();
  }
});

test("both bindings have the same version and registries", () => {
  expect(wasm.version()).toBe(native.version());
  expect(wasm.channels()).toBe(native.channels());
  expect(wasm.boat_classes()).toBe(native.boat_classes());
});

test("a regression over extreme numbers is the same to the last bit", () => {
  const x = Float64Array.from({ length: 999 }, (_, i) => Math.sqrt(i) * 1.1 - 7);
  const y = x.map((v, i) => v * 0.37 + (i % 17) / 3);
  expect(wasm.regress(x, y)).toBe(native.regress(x, y));
});
