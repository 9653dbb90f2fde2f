/** The engine is loaded through vite-plugin-wasm, in pages and in workers (DESIGN.md, "How does the browser load the engine?"). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, createServer, type Rolldown } from "vite";
import wasm from "vite-plugin-wasm";
import { beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const MODULE = join(ROOT, "core/js/wasm/leebow_bg.wasm");
const RACES = join(ROOT, "core/js/wasm/leebow_races_bg.wasm");
const POLARS = join(ROOT, "core/js/wasm/leebow_polars_bg.wasm");
const CONFIG = { configFile: join(ROOT, "web/vite.config.ts"), logLevel: "silent" } as const;
/** A sentence of the plugin's code alone. Vite loads .wasm files, too, with other words. */
const OF_PLUGIN = "Cannot decode base64-encoded data URL";

it("is recognised by a sentence that its code has", async () => {
  const { load } = wasm() as unknown as { load: (id: string) => Promise<string> };
  expect(await load("/__vite-plugin-wasm-helper")).toContain(OF_PLUGIN);
});

it("loads the engine in development", async () => {
  const server = await createServer({ ...CONFIG, server: { middlewareMode: true, ws: false, watch: null } });
  try {
    // Vite's server has one pipeline for pages and workers.
    const loaded = await server.transformRequest(`/@fs${MODULE}`);
    expect(loaded!.code).toContain("/__vite-plugin-wasm-helper");
    expect((await server.transformRequest("/__vite-plugin-wasm-helper"))!.code).toContain(OF_PLUGIN);
  } finally {
    await server.close();
  }
});

describe("the engine in the production build", () => {
  let files: (Rolldown.OutputChunk | Rolldown.OutputAsset)[] = [];
  beforeAll(async () => {
    const input = [join(ROOT, "core/js/src/web.ts"), join(ROOT, "web/src/engine/engine.ts")];
    const rolldownOptions = { input, preserveEntrySignatures: "strict" } as const;
    const built = await build({ ...CONFIG, build: { write: false, rolldownOptions } });
    files = (built as Rolldown.RolldownOutput).output;
  }, 60_000);

  /** Code of a chunk and of those that it imports statically, such as the part of the plugin that both modules need. */
  const codeOf = (chunk: Rolldown.OutputChunk): string => {
    const imported = files.filter(({ fileName }) => chunk.imports.includes(fileName)) as Rolldown.OutputChunk[];
    return [chunk.code, ...imported.map(({ code }) => code)].join("\n");
  };
  const textOf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset) =>
    file.type === "chunk" ? codeOf(file) : Buffer.from(file.source).toString("utf8");

  it("is compiled from three files of its own, with the bytes of the engine, of the analysis of races and of the polars", () => {
    const modules = files.filter(({ fileName }) => fileName.endsWith(".wasm"));
    const sources = modules.map((module) => Buffer.from((module as Rolldown.OutputAsset).source).toString("base64"));
    const built = [MODULE, RACES, POLARS].map((path) => readFileSync(path).toString("base64"));
    expect(sources.map((text) => built.indexOf(text)).sort()).toEqual([0, 1, 2]);
  });

  for (const [place, name] of [
    ["a page", /^assets\/leebow-.*\.js$/],
    ["a worker", /^analyze-workers\/worker-.*\.js$/],
  ] as const) {
    it(`is loaded by the plugin in ${place}`, () => {
      const code = textOf(files.find(({ fileName }) => name.test(fileName))!);
      const [ofPlugin, address] = [code.includes(OF_PLUGIN), /`\/assets\/leebow_bg-[\w-]+\.wasm`/.test(code)];
      expect({ ofPlugin, address, inlined: code.includes("data:application/wasm") }).toEqual({
        ofPlugin: true,
        address: true,
        inlined: false,
      });
    });
  }
});
