/** Texels of a row of the texture from which a vertex shader fetches its numbers. Every WebGL 2 has textures of this width. */
export const DATA_WIDTH = 1024;
const ROW_WORDS = 4 * DATA_WIDTH;

/** An array with the same beginning, of whole rows of texels and at least `needed` words. */
export function grownWords(words: Uint32Array, needed: number): Uint32Array<ArrayBuffer> {
  const rows = Math.ceil(Math.max(needed, 2 * words.length) / ROW_WORDS);
  const larger = new Uint32Array(rows * ROW_WORDS);
  // Copied as words: a colour read as a float may lose bits.
  larger.set(words);
  return larger;
}
