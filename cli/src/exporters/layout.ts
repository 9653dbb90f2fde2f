/** Text layout: columns, numbers, counts, wrapping, styles. */
import { wordFor } from "@leebow/core";

/** Columns with two spaces between them. A negative width aligns to the right. */
export class Rows {
  readonly #rows: string[][] = [];
  readonly #widths: number[];

  constructor(widths: number[]) {
    this.#widths = widths;
  }

  add(cells: string[]): void {
    this.#rows.push(cells);
  }

  lines(): string[] {
    return this.#rows.map((cells) =>
      cells
        .map((cell, i) => fit(cell, this.#widths[i]!))
        .join("  ")
        .trimEnd(),
    );
  }
}

/** The text cut or padded to exactly this width. */
function fit(text: string, width: number): string {
  const size = Math.abs(width);
  const short = text.length > size ? `${text.slice(0, size - 1)}…` : text;
  return width < 0 ? short.padStart(size) : short.padEnd(size);
}

/** A number with these decimals and no negative zero; empty when unknown. */
export function number(value: number | null, decimals: number): string {
  if (value === null) return "";
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** The median of the known values; null without any. */
export function median(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  const middle = known.length / 2;
  if (known.length === 0) return null;
  return known.length % 2 === 1 ? known[Math.floor(middle)]! : (known[middle - 1]! + known[middle]!) / 2;
}

/** Lines of at most this width, broken between words; all but the first are indented by two. */
export function wrap(text: string, width = 98): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const room = last !== undefined && last.length + word.length + 1 <= width;
    if (last === undefined) lines.push(word);
    else if (room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines;
}

/** An id as words: "gybe set". */
export function words(id: string): string {
  return id.replaceAll("_", " ");
}

/** "1 tack", "3 tacks", "no tacks". */
export function count(n: number, one: string): string {
  return `${n === 0 ? "no" : n} ${wordFor(n, one)}`;
}

export function bold(text: string, coloured: boolean): string {
  return coloured ? `\u001b[1m${text}\u001b[22m` : text;
}

export function dim(text: string, coloured: boolean): string {
  return coloured ? `\u001b[2m${text}\u001b[22m` : text;
}

/** Formats of most reports. */
export const TABLE_OR_JSON = ["table", "json"] as const;
export type TableOrJson = (typeof TABLE_OR_JSON)[number];
