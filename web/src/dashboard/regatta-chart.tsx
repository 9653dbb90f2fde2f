import type { RegattaResult } from "@leebow/api/contract";
import { scaleLinear, ticks as ticksOf } from "d3";
import { LowerAxis, ValueAxis } from "../chart/axes";
import { Chart, type Frame } from "../chart/frame";
import { linePath } from "../chart/line-path";
import { PointPlot } from "../chart/plot-points";
import { fixed } from "../format/numbers";
import { dayAndMonth } from "../format/times";
import styles from "./regatta-panel.module.css";
import { regattaPercent } from "./regatta-percent";
import { placeText, regattaDays, regattaName } from "./regatta-text";

export type RegattaScale = "place" | "percent";

const HEIGHT = 226;
const MARGIN = { top: 14, right: 20, bottom: 26, left: 34 };
/** Width of a date below the chart with its space, px. */
const TICK_PX = 62;

interface RegattaChartProps {
  results: readonly RegattaResult[];
  scale: RegattaScale;
  onOpen: (result: RegattaResult) => void;
}

/** A line of the results by date, the best at the top; a point opens its journal entry. */
export function RegattaChart(props: RegattaChartProps) {
  return (
    <Chart margin={MARGIN} height={HEIGHT} className={styles.frame}>
      {(frame) => <Drawn {...props} frame={frame} />}
    </Chart>
  );
}

function Drawn({ results, scale, onOpen, frame }: RegattaChartProps & { frame: Frame }) {
  const dots = dotsOf(results, scale);
  const { x, y, ticks } = scalesOf(dots, scale, frame);
  const poseOf = ({ at_ms, value }: Dot): [number, number] => [x(at_ms), y(value)];
  const points = dots.map((dot) => {
    const [left, top] = poseOf(dot);
    return { id: dot.id, x: left, y: top, name: nameOf(dot, scale), note: <DotNote dot={dot} scale={scale} /> };
  });
  const dates = datesShown(
    dots.map(({ at_ms }) => at_ms),
    x,
  );
  return (
    <PointPlot
      frame={frame}
      label="Regatta Results, regattas"
      points={points}
      onOpen={(id) => onOpen(dots.find((dot) => dot.id === id)!.result)}
    >
      <ValueAxis frame={frame} y={y} ticks={ticks} />
      <LowerAxis frame={frame} x={x} ticks={dates} format={(at) => dayAndMonth(at, "UTC")} />
      <path d={linePath(dots, poseOf)} className={styles.line} />
      {points.map(({ id, x: left, y: top }) => (
        <circle key={id} cx={left} cy={top} r={4} className={styles.dot} />
      ))}
    </PointPlot>
  );
}

function DotNote({ dot: { result, value }, scale }: { dot: Dot; scale: RegattaScale }) {
  return (
    <>
      <b>{regattaName(result)}</b>
      <span>{regattaDays(result)}</span>
      <span>
        {placeText(result)}
        {scale === "percent" && `, ${fixed(value, 0)} %`}
      </span>
    </>
  );
}

interface Dot {
  id: string;
  result: RegattaResult;
  /** Place or percent. */
  value: number;
  at_ms: number;
}

/** Without those that have no percent. */
const dotsOf = (results: readonly RegattaResult[], scale: RegattaScale): Dot[] =>
  results.flatMap((result) => {
    const value = scale === "place" ? result.pos : regattaPercent(result);
    return value === null ? [] : [{ id: String(result.journal_id), result, value, at_ms: Date.parse(result.date) }];
  });

const nameOf = ({ result, value }: Dot, scale: RegattaScale): string =>
  `${regattaName(result)}, ${regattaDays(result)}, ${placeText(result)}${scale === "percent" ? `, ${fixed(value, 0)} percent` : ""}`;

/** Places have the first at the top; percent has 100 there. */
function scalesOf(dots: readonly Dot[], scale: RegattaScale, { left, right, top, bottom }: Frame) {
  const times = dots.map(({ at_ms }) => at_ms);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const room = first === last ? 86_400_000 : 0;
  const x = scaleLinear([first - room, last + room], [left + 10, right]);
  if (scale === "percent") return { x, y: scaleLinear([100, 0], [top, bottom]), ticks: [0, 25, 50, 75, 100] };
  const worst = Math.max(4, ...dots.map(({ value }) => value));
  const steps = ticksOf(1, worst, 4).filter(Number.isInteger);
  return {
    x,
    y: scaleLinear([1, worst], [top, bottom]),
    ticks: [...new Set([1, ...steps.filter((tick) => tick > (worst > 6 ? 2 : 1))])],
  };
}

/** The dates with room for their labels, from the latest. */
function datesShown(times: readonly number[], x: (time: number) => number): number[] {
  const shown: number[] = [];
  for (const time of [...new Set(times)].sort((a, b) => b - a)) {
    const next = shown.at(-1);
    if (next === undefined || x(next) - x(time) >= TICK_PX) shown.push(time);
  }
  return shown;
}
