import { HALF_WIDTH_50_SD, halfWidth90, type Wind, type WindTurn } from "@leebow/core";
import { INK_2, INK_3, SURFACE, WIND } from "./palette.ts";
import { el, label, px } from "./svg.ts";

/** What the dial shows of a wind. */
export interface DialWind extends Pick<Wind, "twd_deg" | "sd_deg" | "tws_kn"> {
  source: string;
  /** Of a wind that turned: its mean never blew. */
  turn?: WindTurn | null;
}

const RADIUS = 40;
/** Above this standard deviation no arrow is drawn, deg (guess). */
const UNSURE_ABOVE_DEG = 45;

/** The mean wind, or the first and the last one of a wind that turned: the arrow points where it blows to; the dark wedge is the middle half, the pale one the 90 % interval, around where it blows from. */
export function dial(x: number, y: number, wind: DialWind | null): string {
  const shown = wind !== null && wind.sd_deg <= UNSURE_ABOVE_DEG ? wind : null;
  const plate = el("circle", { r: RADIUS + 14, fill: SURFACE, "fill-opacity": 0.85 });
  const ring = el("circle", { r: RADIUS, fill: "none", stroke: INK_3, "stroke-width": 0.75 });
  const north = label(0, -RADIUS - 3, "N", {
    "text-anchor": "middle",
    "font-size": 10,
    "font-weight": 600,
    fill: INK_3,
  });
  const words = shown ? windWords(shown) : [wind === null ? "wind unknown" : "wind uncertain"];
  const below = words.map((text, i) =>
    label(0, RADIUS + 30 + i * 15, text, {
      "text-anchor": "middle",
      "font-size": 12,
      "font-weight": i === 0 ? 600 : 400,
      fill: i === 0 ? WIND : INK_2,
    }),
  );
  return el(
    "g",
    { transform: `translate(${px(x)} ${px(y)})` },
    plate,
    ring,
    north,
    ...(shown ? directionsOf(shown).map((twd_deg) => arrow({ ...shown, twd_deg })) : []),
    ...below,
  );
}

const directionsOf = ({ twd_deg, turn }: DialWind): number[] => (turn ? [turn.from_deg, turn.to_deg] : [twd_deg]);

function arrow({ twd_deg, sd_deg }: Pick<DialWind, "twd_deg" | "sd_deg">): string {
  return el(
    "g",
    { transform: `rotate(${twd_deg.toFixed(1)})` },
    el("path", { d: wedge(halfWidth90(sd_deg)), fill: WIND, "fill-opacity": 0.14 }),
    el("path", { d: wedge(HALF_WIDTH_50_SD * sd_deg), fill: WIND, "fill-opacity": 0.34 }),
    el("path", { d: `M0 ${-RADIUS}V-6`, stroke: WIND, "stroke-width": 2 }),
    el("path", { d: "M0 8L7-7 0-3-7-7Z", fill: WIND }),
  );
}

/** A circular sector centred on north, `half_deg` to either side. */
function wedge(half_deg: number): string {
  const half = (Math.min(179, half_deg) * Math.PI) / 180;
  const [x, y] = [px(RADIUS * Math.sin(half)), px(-RADIUS * Math.cos(half))];
  return `M0 0L${-x} ${y}A${RADIUS} ${RADIUS} 0 ${half > Math.PI / 2 ? 1 : 0} 1 ${x} ${y}Z`;
}

function windWords(wind: DialWind): string[] {
  const { sd_deg, tws_kn, source } = wind;
  const direction = directionsOf(wind).map((deg) => `${String(Math.round(deg) % 360).padStart(3, "0")}°`);
  const speed = tws_kn === null ? "" : ` · ${tws_kn.toFixed(1)} kn`;
  return [`${direction.join(" to ")} ± ${halfWidth90(sd_deg).toFixed(0)}°${speed}`, `${source}, ± 90 % interval`];
}
