import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

/** Pixels of the PNG per pixel of the SVG (guess). */
const WIDTH_PX = 2400;
const FONTS = ["latin-400", "latin-600", "latin-ext-400", "latin-ext-600"].map(
  (part) => `leebow-cli/fonts/leebow-sans-${part}.ttf`,
);

let ready: Promise<Uint8Array[]> | undefined;

/** An SVG as PNG, its text in the fonts of this package, so that it is the same on every machine. */
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

/** Resolved by package name, so that the bundle in another folder finds them, too. */
async function prepare(): Promise<Uint8Array[]> {
  const { resolve } = createRequire(import.meta.url);
  await initWasm(await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm")));
  return Promise.all(FONTS.map((font) => readFile(resolve(font))));
}
