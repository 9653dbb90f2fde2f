import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bindByWasmPack, bindDirectly, compileWasm } from "../build-wasm.mjs";
import { ROOT } from "../step.mjs";
import { wasmBindgen, wasmPack } from "../tools.mjs";

const pack = await wasmPack();
/** Contents of the files of a folder by their names. */
const filesOf = (path) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name)).toString("base64")]));

test.skipIf(!pack)(
  "wasm-pack makes the same bytes as wasm-bindgen alone (skipped where there is no wasm-pack)",
  async () => {
    const folder = mkdtempSync(join(ROOT, "target", "wasm-pack-test-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [bindgen] = await Promise.all([wasmBindgen(), compileWasm()]);
    const [packed, bound] = [join(folder, "packed"), join(folder, "bound")];
    await bindByWasmPack(pack, bindgen, packed);
    await bindDirectly(bindgen, bound);
    const files = filesOf(packed);
    expect(Object.keys(files).sort()).toEqual([
      "leebow.d.ts",
      "leebow.js",
      "leebow_bg.js",
      "leebow_bg.wasm",
      "leebow_bg.wasm.d.ts",
    ]);
    expect(Object.entries(filesOf(bound)).filter(([name, bytes]) => bytes !== files[name])).toEqual([]);
    expect(readdirSync(bound).sort()).toEqual(Object.keys(files).sort());
  },
  900_000,
);
