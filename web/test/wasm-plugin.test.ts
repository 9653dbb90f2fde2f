/** Why the engine is not loaded through vite-plugin-wasm (DESIGN.md, "How does the browser load the engine?"). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import wasm from "vite-plugin-wasm";
import { afterEach, describe, expect, it, vi } from "vitest";

const FOLDER = join(import.meta.dirname, "../../core/js/wasm");
/** The smallest module: no import, no export. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

type Load = (id: string) => Promise<string>;
type Instantiate = (imports: object, url: string) => Promise<unknown>;

const load: Load = (id) => (wasm() as unknown as { load: Load }).load(id);

/** What the plugin runs in the page and in each worker that imports a module. */
async function instantiateOfPlugin(): Promise<Instantiate> {
  const source = await load("/__vite-plugin-wasm-helper");
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).default;
}

afterEach(() => vi.unstubAllGlobals());

describe("vite-plugin-wasm", () => {
  it("wants functions from a file that wasm-bindgen does not write for the web, where the engine is compiled once", async () => {
    const code = await load(join(FOLDER, "leebow_bg.wasm"));
    expect(code).toContain('from "./leebow_bg.js"');
    expect(existsSync(join(FOLDER, "leebow_bg.js"))).toBe(false);
  });

  it("starts the engine while the code is loaded, where a failure lasts until the page is loaded again", async () => {
    const code = await load(join(FOLDER, "leebow_bg.wasm"));
    expect(code).toMatch(/^const __vite__wasmModule = await /m);
  });

  it("fetches the engine in every thread and gives no compiled module to hand on", async () => {
    const headers = { "content-type": "application/wasm" };
    const fetched = vi.fn(async () => new Response(EMPTY_MODULE, { headers }));
    vi.stubGlobal("fetch", fetched);
    const instantiate = await instantiateOfPlugin();
    const threads = [await instantiate({}, "/engine.wasm"), await instantiate({}, "/engine.wasm")];
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(threads.map((given) => Object.values(given as object))).toEqual([[], []]);
    expect(threads.some((given) => given instanceof WebAssembly.Module)).toBe(false);
  });
});
