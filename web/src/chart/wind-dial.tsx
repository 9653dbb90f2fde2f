import { HALF_WIDTH_50_SD, HALF_WIDTH_90_SD } from "@leebow/core";
import { arc, pointRadial } from "d3";
import type { ReactNode, Ref } from "react";
import { type DialWind, MAX_SHOWN_WIND_SD_DEG } from "../playback/rows";
import styles from "./chart.module.css";

/** Radius of the circle of the ticks; the disc of the dial is 10 more. */
export const DIAL_RADIUS = 50;
const NORTH_RADIUS = 62.5;
const QUARTERS = [
  ["E", NORTH_RADIUS, 0],
  ["S", 0, NORTH_RADIUS],
  ["W", -NORTH_RADIUS, 0],
] as const;
const TICKS_DEG = Array.from({ length: 36 }, (_, tick) => 10 * tick);

const radians = (deg: number): number => (deg * Math.PI) / 180;

/** Place of a direction at this distance from the centre of the dial. */
export const placeOnDial = (deg: number, radius: number): [x: number, y: number] => {
  const [x, y] = pointRadial(radians(deg), radius);
  return [Math.round(10 * x) / 10, Math.round(10 * y) / 10];
};

const drawnArc = arc<number>()
  .innerRadius(0)
  .outerRadius(DIAL_RADIUS)
  .startAngle((half_deg) => -radians(half_deg))
  .endAngle(radians)
  .digits(1);

/** A wedge about north, this many degrees to either side. */
const wedge = (half_deg: number): string => drawnArc(Math.min(179, half_deg)) ?? "";

interface WindDialProps {
  winds: readonly DialWind[];
  svg?: Ref<SVGSVGElement>;
  viewBox?: string;
  className?: string | undefined;
  /** Letters of the quarters beside that of north. */
  hasQuarters?: boolean;
  /** Accessible name; without it the dial is hidden from screen readers. */
  label?: string;
  /** Drawn under the winds, and over them. */
  below?: ReactNode;
  children?: ReactNode;
}

/**
 * The wind dial, north up: an arrow for each wind points downwind, from rim to centre, of several winds not up to it;
 * the dark wedge is the middle half, the pale one the 90 % interval. Its unit is a fiftieth of the radius.
 */
export function WindDial({
  winds,
  svg,
  viewBox = "-66 -70 132 132",
  className,
  label,
  below,
  hasQuarters = false,
  children,
}: WindDialProps) {
  const content = (
    <>
      <circle r={DIAL_RADIUS + 10} fill="var(--sea)" fillOpacity="0.72" />
      {below}
      <g data-rose>
        <path d={TICKS_DEG.map(tick).join("")} stroke="var(--ink-3)" fill="none" />
      </g>
      {winds.map((wind) => (
        <WindArrow key={wind.twd_deg} {...wind} isAlone={winds.length === 1} />
      ))}
      <text data-north y={3.5 - NORTH_RADIUS} textAnchor="middle" className={styles.north}>
        N
      </text>
      {hasQuarters &&
        QUARTERS.map(([name, x, y]) => (
          <text key={name} x={x} y={y + 3.5} textAnchor="middle" className={styles.north}>
            {name}
          </text>
        ))}
      {children}
    </>
  );
  const shape = { ref: svg, viewBox, className };
  return label === undefined ? (
    <svg {...shape} aria-hidden="true">
      {content}
    </svg>
  ) : (
    <svg {...shape} role="img" aria-label={label}>
      {content}
    </svg>
  );
}

const tick = (deg: number): string => {
  const [from, to] = [placeOnDial(deg, DIAL_RADIUS), placeOnDial(deg, DIAL_RADIUS + (deg % 90 === 0 ? 6 : 3))];
  return `M${from.join(" ")}L${to.join(" ")}`;
};

function WindArrow({ twd_deg, sd_deg, isAlone }: DialWind & { isAlone: boolean }) {
  const head = isAlone ? "M0 9L7.5-7 0-3-7.5-7Z" : "M0-14L6-27 0-24-6-27Z";
  return (
    <g data-wind transform={`rotate(${twd_deg.toFixed(1)})`} fill="var(--wind)" stroke="var(--wind)">
      <path data-wide d={wedge(HALF_WIDTH_90_SD * sd_deg)} fillOpacity="0.14" stroke="none" />
      <path data-narrow d={wedge(HALF_WIDTH_50_SD * sd_deg)} fillOpacity="0.34" strokeOpacity="0.7" />
      <path d={`M0-49V${isAlone ? -3 : -24}`} strokeWidth="2" />
      <path d={head} stroke="none" />
    </g>
  );
}

/**
 * Sets the wind of a dial of one wind in the frame loop, without React; null, or a standard deviation above the limit,
 * hides the arrow. `bearing_deg`: compass direction that is up. The rose turns with the map; the letter stays upright.
 */
export function setDial(svg: SVGSVGElement, wind: DialWind | null, bearing_deg: number): void {
  const part = (name: string) => svg.querySelector(`[data-${name}]`)!;
  part("rose").setAttribute("transform", `rotate(${(-bearing_deg).toFixed(1)})`);
  const [x, y] = placeOnDial(-bearing_deg, NORTH_RADIUS);
  part("north").setAttribute("x", String(x));
  part("north").setAttribute("y", String(y + 3.5));
  const sure = wind !== null && wind.sd_deg <= MAX_SHOWN_WIND_SD_DEG ? wind : null;
  part("wind").setAttribute("visibility", sure ? "visible" : "hidden");
  if (!sure) return;
  part("wind").setAttribute("transform", `rotate(${(sure.twd_deg - bearing_deg).toFixed(1)})`);
  part("wide").setAttribute("d", wedge(HALF_WIDTH_90_SD * sure.sd_deg));
  part("narrow").setAttribute("d", wedge(HALF_WIDTH_50_SD * sure.sd_deg));
}
