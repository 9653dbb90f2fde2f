import type * as Wasm from "../wasm/leebow.js";
// @ts-expect-error: wasm-bindgen writes no types of this file; its exports are those of leebow.js and __wbg_set_wasm.
import * as functions from "../wasm/leebow_bg.js";

/** Loads the engine in Node, which cannot import .wasm files: what leebow.js does, from the bytes. */
export async function loadModule(): Promise<typeof Wasm> {
  const path = new URL("../wasm/leebow_bg.wasm", import.meta.url);
  const module = new WebAssembly.Module(process.getBuiltinModule("node:fs").readFileSync(path));
  const { exports } = new WebAssembly.Instance(module, { "./leebow_bg.js": functions });
  functions.__wbg_set_wasm(exports);
  (exports.__wbindgen_start as () => void)();
  return functions;
}
