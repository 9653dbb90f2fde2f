import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

/** Sharp on a dense screen, and still a light file. */
const WIDTH_PX = 2400;
const FONTS = ["latin-400", "latin-600", "latin-ext-400", "latin-ext-600"].map(
  (part) => `leebow-cli/fonts/leebow-sans-${part}.ttf`,
);

let ready: Promise<Uint8Array[]> | undefined;

/** A picture as PNG, its words in the house's own font on every machine. */
export async function rasterOf(svg: string): Promise<Uint8Array> {
  ready ??= prepare();
  const fontBuffers = await ready;
  const resvg = new Resvg(svg, {
    fitTo: { mode: "width", value: WIDTH_PX },
    font: { fontBuffers, defaultFontFamily: "Leebow Sans", sansSerifFamily: "Leebow Sans" },
  });
  try {
    const image = resvg.render();
    const png = image.asPng();
    image.free();
    return png;
  } finally {
    resvg.free();
  }
}

/** Found by their packages' names, so that the bundle elsewhere in the workspace finds them too. */
async function prepare(): Promise<Uint8Array[]> {
  const { resolve } = createRequire(import.meta.url);
  await initWasm(await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm")));
  return Promise.all(FONTS.map((font) => readFile(resolve(font))));
}
