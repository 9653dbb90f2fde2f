import { type Plot, xOf } from "./line-layer";
import { svg } from "./svg";
import type { TimeRange } from "./zoom-stack";

const TOP = 21;

/** A bar under the band of the straights where there is video. */
export function drawCover(into: SVGElement, cover: TimeRange | null, plot: Plot): void {
  into.replaceChildren();
  if (!cover) return;
  const right = plot.left + plot.width;
  const at = (time_ms: number) => Math.min(right, Math.max(plot.left, xOf(plot, time_ms)));
  const [from, to] = [at(cover.from_ms), at(cover.to_ms)];
  if (to <= from) return;
  const ends = [from, to].map((x) => `M${x} ${TOP - 3}v6`).join("");
  into.append(
    svg("path", { d: `M${from} ${TOP}H${to}${ends}`, stroke: "var(--ink-2)", "stroke-width": 1.5, fill: "none" }),
  );
}
