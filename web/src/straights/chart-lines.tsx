import { type ScaleLinear, scaleLinear } from "d3";
import { useEffect, useRef } from "react";
import { type Line, strokeLine } from "../chart/line-layer";
import { fixed } from "../format/numbers";
import { digitsOfTicks } from "../format/ticks";
import { clock, clockSeconds } from "../format/times";
import { tokenColors } from "../look/theme";
import { useDark } from "../look/use-dark";
import { pieceStarts } from "../playback/rows";
import { bearings } from "../wind-report/curve";
import styles from "./chart.module.css";
import { axisTicks, type Part } from "./parts";
import type { ChartSpan } from "./rows";
import type { Series } from "./series";
import { compass, type Variable } from "./variables";

/** The plot of a chart, px. */
export interface Frame {
  width: number;
  top: number;
  height: number;
}

/** Left of the plot are the values, right of it half a label of the time axis. */
export const MARGIN = { left: 40, right: 12, bottom: 22 };

export interface ValueAxis {
  y: ScaleLinear<number, number>;
  ticks: readonly number[];
}

/** Half the width of a time with seconds, px. *guess* */
const HALF_TIME_PX = 26;
const ROOM_SHARE = 0.06;

/** The axis that holds these values, with round steps; of directions steps of a compass. */
export function valueAxis([low, high]: [number, number], isDirection: boolean, { top, height }: Frame): ValueAxis {
  const room = (high - low) * ROOM_SHARE || Math.max(0.5, Math.abs(high) * 0.05);
  const from = low >= 0 ? Math.max(0, low - room) : low - room;
  const y = scaleLinear([from, high + room], [top + height, top]);
  if (!isDirection) return { y: y.nice(4), ticks: y.ticks(4) };
  const ticks = bearings(low - room, high + room);
  return { y: y.domain([ticks[0] ?? 0, ticks.at(-1) ?? 1]), ticks };
}

interface ChartGroundProps {
  frame: Frame;
  parts: readonly Part[];
  sides: ReadonlyMap<string, ChartSpan["side"]>;
  axis: ValueAxis;
  variable: Variable;
  zone: string | null;
  /** Whether a band above the plot names the straights. */
  isNamed: boolean;
  highlighted: string | null;
}

/** The straights by tack, the rules with their values, the times. */
export function ChartGround({ frame, parts, sides, axis, variable, zone, isNamed, highlighted }: ChartGroundProps) {
  const { width, top, height } = frame;
  const digits = digitsOfTicks(axis.ticks);
  return (
    <>
      {parts.map((part) => (
        <Straight
          key={part.name}
          part={part}
          side={sides.get(part.name) ?? null}
          frame={frame}
          isNamed={isNamed}
          isHighlighted={part.name === highlighted}
        />
      ))}
      <text x={MARGIN.left - 8} y={top - 8} textAnchor="end" className={styles.tick}>
        {variable.unit}
      </text>
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${MARGIN.left} ${axis.y(tick)}H${width - MARGIN.right}`} className={styles.rule} />
          <text x={MARGIN.left - 8} y={axis.y(tick) + 4} textAnchor="end" className={styles.tick}>
            {fixed(variable.isDirection ? compass(tick) : tick, digits)}
          </text>
        </g>
      ))}
      {axisTicks(parts, zone).map(({ at_ms, x, seconds }) => (
        <g key={at_ms}>
          <path d={`M${x} ${top + height}v4`} className={styles.mark} />
          <text
            x={x}
            y={top + height + 17}
            textAnchor={x > width - HALF_TIME_PX ? "end" : "middle"}
            className={styles.tick}
          >
            {seconds ? clockSeconds(at_ms, zone) : clock(at_ms, zone)}
          </text>
        </g>
      ))}
    </>
  );
}

const BAND_HEIGHT = 14;
/** Width of a letter of a name, px. *guess* */
const LETTER_PX = 6;

interface StraightProps {
  part: Part;
  side: ChartSpan["side"];
  frame: Frame;
  isNamed: boolean;
  isHighlighted: boolean;
}

/** A straight: its background, and in the band its name and its tack, which are readable without colour. */
function Straight({ part: { name, left, width }, side, frame, isNamed, isHighlighted }: StraightProps) {
  const colour = side ? `var(--${side})` : "var(--ink-3)";
  const letter = side === "port" ? "P" : side === "starboard" ? "S" : "";
  const words = [letter && `${letter} · ${name}`, letter, ""].find((text) => text.length * LETTER_PX <= width - 4);
  return (
    <g>
      <rect x={left} y={frame.top} width={width} height={frame.height} fill={colour} fillOpacity={0.07} />
      {isHighlighted && (
        <rect x={left} y={frame.top} width={width} height={frame.height} className={styles.highlighted} />
      )}
      {isNamed && (
        <>
          <title>{name}</title>
          <rect
            x={left}
            y={2}
            width={width}
            height={BAND_HEIGHT}
            rx={Math.min(2, width / 2)}
            fill={side ? `var(--${side}-soft)` : "var(--sunken)"}
          />
          {side && (
            <path
              d={`M${left} ${side === "port" ? 2 + BAND_HEIGHT - 0.5 : 2.5}h${width}`}
              stroke={colour}
              strokeWidth={1.5}
            />
          )}
          <text x={left + width / 2} y={13} textAnchor="middle" className={styles.band} fill={colour}>
            {words}
          </text>
        </>
      )}
    </g>
  );
}

interface ChartLineProps {
  frame: Frame;
  parts: readonly Part[];
  axis: ValueAxis;
  series: Series;
  isDirection: boolean;
}

/** The line of each straight: fix by fix, or where fixes are closer than pixels one stroke a pixel. */
export function ChartLine({ frame, parts, axis, series, isDirection }: ChartLineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useDark();
  const { width, top, height } = frame;
  useEffect(() => {
    const g = canvas.current?.getContext("2d");
    if (!g || !canvas.current) return;
    const ratio = devicePixelRatio;
    const size = { width: Math.round(width * ratio), height: Math.round((top + height + MARGIN.bottom) * ratio) };
    Object.assign(canvas.current, size);
    g.scale(ratio, ratio);
    g.lineJoin = "round";
    g.lineWidth = 1.5;
    g.strokeStyle = tokenColors(["--ink"])[0]!;
    const [low, high] = axis.y.domain() as [number, number];
    const { time_ms, pyramid } = series;
    const line: Line = { time_ms, piece_starts: pieceStarts(time_ms), pyramid, factor: 1, circular: isDirection };
    for (const part of parts) {
      g.save();
      g.beginPath();
      g.rect(part.left, top - 2, part.width, height + 4);
      g.clip();
      strokeLine(g, line, { left: part.left, top, width: part.width, height, low, high, range: part });
      g.restore();
    }
  }, [width, top, height, parts, axis, series, isDirection, dark]);
  return <canvas ref={canvas} className={styles.canvas} style={{ width, height: top + height + MARGIN.bottom }} />;
}
