import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lanesOf } from "../build.mjs";
import { freePort } from "../free-port.mjs";
import { codeOf } from "../import-graph.mjs";
import { unlessSame } from "../stamp.mjs";
import { Failure, ROOT, run } from "../step.mjs";
import { wasmBindgenVersion } from "../tools.mjs";

mkdirSync(join(ROOT, "target"), { recursive: true });
const folder = mkdtempSync(join(ROOT, "target", "scripts-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (name, text = "") => {
  writeFileSync(join(folder, name), text);
  return relative(ROOT, join(folder, name));
};

test("a target is made again when an input changed or an output is missing, else not", async () => {
  const source = inFolder("source.txt", "one");
  const made = inFolder("made.txt");
  const make = () =>
    unlessSame("test", { inputs: [source], outputs: [made], path: join(folder, "stamp") }, () => inFolder("made.txt"));
  expect([await make(), await make()]).toEqual([true, false]);
  inFolder("source.txt", "two");
  expect([await make(), await make()]).toEqual([true, false]);
  rmSync(join(ROOT, made));
  expect(await make()).toBe(true);
});

test("the two libraries for Node are compiled one after the other, and the module for the browser beside them", () => {
  expect(lanesOf(["wasm", "native", "web", "extra"])).toEqual([["native", "extra"], ["wasm"]]);
  expect(lanesOf(["wasm"])).toEqual([[], ["wasm"]]);
});

test("a program that needs too long is ended", async () => {
  const { code } = await run(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { timeout: 100 });
  expect(code).not.toBe(0);
});

test("any of the accepted variants is current, and the first one is made", async () => {
  const [source, made] = [inFolder("variant.txt", "one"), inFolder("variant-made.txt")];
  const make = (salts) =>
    unlessSame("test", { inputs: [source], outputs: [made], salts, path: join(folder, "stamp-3") }, () => {});
  expect([await make([""]), await make(["quick", ""]), await make(["quick"]), await make([""])]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test("the build tool has the version of wasm-bindgen that the engine has", () => {
  const tool = readFileSync(join(ROOT, "scripts/wasm-bindgen/Cargo.toml"), "utf8");
  expect(/^wasm-bindgen-cli-support = "=(.+)"$/m.exec(tool)[1]).toBe(wasmBindgenVersion());
  expect(/^version = "(.+)"$/m.exec(tool)[1]).toBe(wasmBindgenVersion());
});

test("a target that failed is made again", async () => {
  const target = { inputs: [inFolder("seed.txt", "1")], outputs: [], path: join(folder, "stamp-2") };
  await expect(unlessSame("test", target, () => Promise.reject(new Failure("no")))).rejects.toThrow("no");
  expect(await unlessSame("test", target, () => {})).toBe(true);
});

test("a busy port is replaced by the next free one", async () => {
  const busy = createServer().listen(await freePort(47100), "127.0.0.1");
  await new Promise((resolve) => busy.once("listening", resolve));
  expect(await freePort(busy.address().port)).toBeGreaterThan(busy.address().port);
  busy.close();
});

test("a failing command is reported in one sentence with the remedy and the log", async () => {
  const log = join(folder, "run.log");
  const failing = run(process.execPath, ["-e", "process.exit(3)"], { log, remedy: "It cannot be done: do this." });
  await expect(failing).rejects.toThrow(`It cannot be done: do this. The whole output is in ${log}.`);
  expect((await run("no-such-program", [])).code).toBe(127);
});

test("the code of a file goes on below the test modules that it declares, and ends at those inside it", () => {
  const text =
    "#[cfg(test)]\nmod test_turns;\nuse crate::wind::X;\n\n#[cfg(test)]\nmod tests {\n    use crate::race::Y;\n}\n";
  expect(codeOf(inFolder("declared.rs", text)).trimEnd()).toBe("#[cfg(test)]\nmod test_turns;\nuse crate::wind::X;");
});
