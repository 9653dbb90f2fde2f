/** Elements of a picture as text. */

export type Attributes = Record<string, string | number | undefined>;

export function el(name: string, attributes: Attributes, ...inside: string[]): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${escaped(String(value))}"`]));
  return inside.length === 0 ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${inside.join("")}</${name}>`;
}

export function label(x: number, y: number, text: string, attributes: Attributes = {}): string {
  return el("text", { x: px(x), y: px(y), ...attributes }, escaped(text));
}

/** Part of a path: the points of a line, each as `x y`, begun with M. Points nearer than a third of a pixel are passed over. */
export function line(points: readonly (readonly [number, number])[]): string {
  const kept: string[] = [];
  let [lastX, lastY] = [Infinity, Infinity];
  for (const [i, [x, y]] of points.entries()) {
    if (i > 0 && i < points.length - 1 && Math.abs(x - lastX) + Math.abs(y - lastY) < 0.33) continue;
    kept.push(`${px(x)} ${px(y)}`);
    [lastX, lastY] = [x, y];
  }
  return kept.length === 0 ? "" : `M${kept.join("L")}`;
}

/** A letter in a circle. */
export function mark(x: number, y: number, radius: number, letter: string, colour: string): string {
  const circle = el("circle", { cx: px(x), cy: px(y), r: radius, fill: "#FFFFFF", stroke: colour, "stroke-width": 1.5 });
  const size = Math.round(radius * 1.35);
  return circle + label(x, y + size * 0.36, letter, { "text-anchor": "middle", "font-size": size, "font-weight": 600, fill: colour });
}

export function px(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  // eslint-disable-next-line no-control-regex
  const plain = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "");
  return plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
