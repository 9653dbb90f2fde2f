/** SVG elements as text. */
import { INK } from "./palette.ts";

export type Attributes = Record<string, string | number | undefined>;

export function el(name: string, attributes: Attributes, ...inside: string[]): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  return inside.length === 0
    ? `<${name}${written.join("")}/>`
    : `<${name}${written.join("")}>${inside.join("")}</${name}>`;
}

export function label(x: number, y: number, text: string, attributes: Attributes = {}): string {
  return el("text", { x: px(x), y: px(y), ...attributes }, escaped(text));
}

/** Part of a path: the points of a line, each as `x y`, begun with M. Points nearer than half a pixel to the last are skipped. */
export function line(points: readonly (readonly [number, number])[]): string {
  const drawn: string[] = [];
  let [lastX, lastY] = [Infinity, Infinity];
  for (const [i, [x, y]] of points.entries()) {
    if (i > 0 && i < points.length - 1 && Math.abs(x - lastX) + Math.abs(y - lastY) < 0.5) continue;
    drawn.push(`${px(x)} ${px(y)}`);
    [lastX, lastY] = [x, y];
  }
  return drawn.length === 0 ? "" : `M${drawn.join("L")}`;
}

/** Width of a bin of a curve's points, px. */
const BIN_PX = 0.5;

/** Part of a path: a curve over time, rows `[start, end)`. In each bin the first, lowest, highest and last point are drawn. */
export function curve(
  [start, end]: readonly [number, number],
  x: (row: number) => number,
  y: (row: number) => number,
): string {
  const rows: number[] = [];
  for (let from = start; from < end; ) {
    const edge = x(from) + BIN_PX;
    let [low, high, to] = [from, from, from + 1];
    for (; to < end && x(to) < edge; to += 1) {
      if (y(to) < y(low)) low = to;
      if (y(to) > y(high)) high = to;
    }
    rows.push(...[...new Set([from, low, high, to - 1])].sort((a, b) => a - b));
    from = to;
  }
  return rows.length === 0 ? "" : `M${rows.map((row) => `${px(x(row))} ${px(y(row))}`).join("L")}`;
}

/** A letter in a circle. */
export function mark(x: number, y: number, radius: number, letter: string, colour: string): string {
  const circle = el("circle", {
    cx: px(x),
    cy: px(y),
    r: radius,
    fill: "#FFFFFF",
    stroke: colour,
    "stroke-width": 1.5,
  });
  const size = Math.round(radius * 1.35);
  return (
    circle +
    label(x, y + size * 0.36, letter, { "text-anchor": "middle", "font-size": size, "font-weight": 600, fill: INK })
  );
}

export function px(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these characters.
  const plain = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "");
  return plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
