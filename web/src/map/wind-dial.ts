const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 50;
/** Of the centre of the letter N. */
const NORTH_RADIUS = 62.5;
/** Largest standard deviation of a wind direction that is shown, degrees. *from* the visual design */
export const MAX_SHOWN_WIND_SD_DEG = 45;

export interface DialWind {
  /** Direction the wind blows from, degrees. */
  twd_deg: number;
  sd_deg: number;
}

/** The wind dial: the arrow points downwind, from rim to centre; wedges show ± 1 and ± 2 standard deviations. */
export class WindDial {
  readonly element = svg("svg", { viewBox: "-66 -70 132 132", "aria-hidden": "true" }) as SVGSVGElement;
  private readonly wind = svg("g", {});
  private readonly rose = svg("g", {});
  private readonly north = svg("text", {
    "text-anchor": "middle",
    "font-size": "10",
    "font-weight": "600",
    fill: "var(--ink-3)",
  });
  private readonly wide = svg("path", { fill: "var(--wind)", "fill-opacity": "0.14" });
  private readonly narrow = svg("path", {
    fill: "var(--wind)",
    "fill-opacity": "0.34",
    stroke: "var(--wind)",
    "stroke-opacity": "0.7",
  });
  private shown: string | null = null;

  constructor() {
    this.north.textContent = "N";
    const shaft = svg("path", { d: "M0-49V-9", stroke: "var(--wind)", "stroke-width": "2" });
    const head = svg("path", { d: "M0 9L7.5-7 0-3-7.5-7Z", fill: "var(--wind)" });
    this.wind.append(this.wide, this.narrow, shaft, head);
    this.element.append(
      svg("circle", { r: "60", fill: "var(--sea)", "fill-opacity": "0.72" }),
      this.rose,
      this.wind,
      this.north,
    );
    this.rose.append(svg("path", { d: ticks(), stroke: "var(--ink-3)", fill: "none" }));
    this.show(null, 0);
  }

  /**
   * Shows a wind; null, or a standard deviation above the limit, hides the arrow. `bearing_deg`: compass direction that is
   * up on the map.
   */
  show(wind: DialWind | null, bearing_deg: number): void {
    const sure = wind !== null && wind.sd_deg <= MAX_SHOWN_WIND_SD_DEG ? wind : null;
    const key = `${sure ? `${sure.twd_deg.toFixed(1)} ${sure.sd_deg.toFixed(1)}` : ""} ${bearing_deg.toFixed(1)}`;
    if (key === this.shown) return;
    this.shown = key;
    this.turnRose(bearing_deg);
    this.wind.setAttribute("visibility", sure ? "visible" : "hidden");
    if (!sure) return;
    this.wind.setAttribute("transform", `rotate(${(sure.twd_deg - bearing_deg).toFixed(1)})`);
    this.wide.setAttribute("d", wedge(2 * sure.sd_deg));
    this.narrow.setAttribute("d", wedge(sure.sd_deg));
  }

  /** The rose turns with the map; the letter stays upright. */
  private turnRose(bearing_deg: number): void {
    this.rose.setAttribute("transform", `rotate(${(-bearing_deg).toFixed(1)})`);
    const angle = (-bearing_deg * Math.PI) / 180;
    this.north.setAttribute("x", (NORTH_RADIUS * Math.sin(angle)).toFixed(1));
    this.north.setAttribute("y", (-NORTH_RADIUS * Math.cos(angle) + 3.5).toFixed(1));
  }
}

/** Path of a sector of the dial about north, this many degrees to either side. */
function wedge(half_deg: number): string {
  const half = (Math.min(179, half_deg) * Math.PI) / 180;
  const [x, y] = [RADIUS * Math.sin(half), -RADIUS * Math.cos(half)];
  return `M0 0L${-x} ${y}A${RADIUS} ${RADIUS} 0 ${half > Math.PI / 2 ? 1 : 0} 1 ${x} ${y}Z`;
}

function ticks(): string {
  return Array.from({ length: 36 }, (_, i) => {
    const angle = (i * Math.PI) / 18;
    const outer = i % 9 === 0 ? RADIUS + 6 : RADIUS + 3;
    const at = (radius: number) => `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
    return `M${at(RADIUS)}L${at(outer)}`;
  }).join("");
}

function svg(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
