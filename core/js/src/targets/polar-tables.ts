/** Polars as rows of numbers: tables of angles by winds, and Expedition's pairs. */
import { type Cell, checkSize, isAngle, isWind } from "./polar-cells.ts";
import type { Found } from "./polar-file.ts";

/** The cells of a line, and its number in the file from 1. */
export interface Line {
  at: number;
  cells: string[];
}

/** The lines that have something in them. `!` of Expedition and `#` of other programs begin a comment. */
export interface Rows {
  separator: ";" | "\t" | "," | " ";
  lines: Line[];
}

export function rowsOf(text: string): Rows {
  const lines = text
    .replace(/\b(tw[as])\s*[\\/|-]\s*(tw[as])\b/gi, "$1/$2")
    .split(/\r\n|\r|\n/)
    .map((line, i) => ({ at: i + 1, line }))
    .filter(({ line }) => /[^\s;,]/.test(line) && !/^\s*[!#]/.test(line));
  const has = (mark: RegExp) => lines.filter(({ line }) => mark.test(line)).length > lines.length / 2;
  const separator = has(/;/) ? ";" : has(/\t/) ? "\t" : has(/,/) && !has(/\d +\d/) ? "," : " ";
  const split = (line: string) => (separator === " " ? line.trim().split(/\s+/) : line.split(separator));
  return { separator, lines: lines.map(({ at, line }) => ({ at, cells: withoutEnd(split(line)) })) };
}

function withoutEnd(cells: string[]): string[] {
  const trimmed = cells.map((cell) => cell.trim());
  return trimmed.slice(0, trimmed.findLastIndex((cell) => cell !== "") + 1);
}

/** A number with a point or a comma; `°`, `kn` or the number of a sail (`6.4:2`) may follow. Null where the cell is empty. */
export function numberOf(cell: string | undefined): number | null {
  if (cell === undefined || cell === "" || cell === "-") return null;
  const digits = /^([+-]?(?:\d+[.,]?\d*|[.,]\d+))\s*(?:[°º\uFFFD]|deg|kn|kts?)?(?::\d+)?$/i.exec(cell)?.[1];
  return digits === undefined ? Number.NaN : Number(digits.replace(",", "."));
}

/** Whether most rows are a wind, then rising angles with a speed each; angles of a polar go far beyond its speeds. */
export function isExpedition({ lines }: Rows): boolean {
  const isRow = ({ cells }: Line) => {
    const numbers = cells.map(numberOf);
    const angles = numbers.filter((_, i) => i % 2 === 1);
    const rising = angles.every((angle, i) => isAngle(angle) && (i === 0 || angle > angles[i - 1]!));
    return numbers.length >= 3 && isWind(numbers[0]) && rising && angles.at(-1)! > 60;
  };
  return lines.filter(isRow).length > lines.length / 2;
}

export function expeditionCells({ lines }: Rows): Found {
  const notes: string[] = [];
  const cells = lines.flatMap(({ at, cells: words }) => {
    const [tws_kn, ...pairs] = words.map(numberOf);
    if (!isWind(tws_kn)) {
      notes.push(`Line ${at} does not begin with a wind speed: it is left out.`);
      return [];
    }
    if (pairs.length % 2 === 1) notes.push(`Line ${at} ends with an angle without a speed: it is left out.`);
    const row: Cell[] = [];
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const twa_deg = pairs[i];
      if (isAngle(twa_deg)) row.push({ tws_kn, twa_deg, speed_kn: pairs[i + 1]!, at });
      else notes.push(`Line ${at} has a speed without an angle: it is left out.`);
    }
    return row;
  });
  return { format: "expedition", cells, notes };
}

/**
 * The head of a table, in one of the first two lines, as the first may be a description: its first cell names the axes, is 0
 * or empty, and rising numbers follow. -1 where there is none.
 */
const headOf = ({ lines }: Rows): number =>
  lines.slice(0, 2).findIndex(({ cells: [name = "", ...axis] }) => {
    const numbers = axis.map(numberOf);
    const rising = numbers.every((value, i) => isAngle(value) && (i === 0 || value > numbers[i - 1]!));
    return /^(tw[as](\/tw[as])?|.*(wind|angle).*|0|0\.0|)$/i.test(name) && numbers.length >= 2 && rising;
  });

export const isTable = (rows: Rows): boolean => headOf(rows) >= 0;

/** Angles are the axis that is named so, and without names the one that goes further. */
export function tableCells(rows: Rows): Found {
  const head = headOf(rows);
  const [name = "", ...words] = rows.lines[head]!.cells;
  const across = words.map((word) => numberOf(word)!);
  const notes: string[] = [];
  const below = rows.lines.slice(head + 1).flatMap((line) => {
    const first = numberOf(line.cells[0]);
    if (isAngle(first)) return { ...line, first };
    notes.push(`Line ${line.at} does not begin with a number: it is left out.`);
    return [];
  });
  checkSize(below.length * across.length);
  const furthest = Math.max(...below.map(({ first }) => first));
  const windsDown = /^tws/i.test(name) || (!/^twa/i.test(name) && furthest < across.at(-1)!);
  const cells = below.flatMap(({ first, cells, at }) =>
    across.map((other, i): Cell => {
      const [tws_kn, twa_deg] = windsDown ? [first, other] : [other, first];
      return { tws_kn, twa_deg, speed_kn: numberOf(cells[i + 1]), at };
    }),
  );
  const format = rows.separator === ";" ? "qtvlm" : rows.separator === "," ? "csv" : "opencpn";
  return { format, cells, notes };
}
