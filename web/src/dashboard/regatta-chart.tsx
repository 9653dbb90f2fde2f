import type { RegattaResult } from "@leebow/api/contract";
import { line, scaleLinear, ticks as ticksOf } from "d3";
import { useRef, useState } from "react";
import { PlotNote, PlotPoints, TickLabels, ValueRules } from "../components/plot";
import { fixed } from "../format/numbers";
import { dayAndMonth } from "../format/times";
import { useWidth } from "../look/use-width";
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
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  return (
    <div ref={frame} className={styles.frame} style={{ height: HEIGHT }}>
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  );
}

function Drawing({ results, scale, onOpen, width }: RegattaChartProps & { width: number }) {
  const [active, setActive] = useState<string | null>(null);
  const dots = dotsOf(results, scale);
  const { x, y, ticks } = scalesOf(dots, scale, width);
  const place = ({ at_ms, value }: Dot): [number, number] => [x(at_ms), y(value)];
  const shown = dots.find(({ id }) => id === active);
  return (
    <>
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <ValueRules y={y} ticks={ticks} left={MARGIN.left} right={width - MARGIN.right} />
        <TickLabels
          x={x}
          y={HEIGHT - 8}
          ticks={datesShown(
            dots.map(({ at_ms }) => at_ms),
            x,
          )}
          text={(at) => dayAndMonth(at, "UTC")}
        />
        <path d={line()(dots.map(place)) ?? ""} className={styles.line} />
        {dots.map((dot) => {
          const [left, top] = place(dot);
          return (
            <circle
              key={dot.id}
              cx={left}
              cy={top}
              r={dot.id === active ? 6 : 4}
              className={dot.id === active ? styles.active : styles.dot}
            />
          );
        })}
      </svg>
      <PlotPoints
        label="Regatta Results, regattas"
        points={dots.map((dot) => ({
          id: dot.id,
          x: place(dot)[0],
          y: place(dot)[1],
          name: nameOf(dot, scale),
        }))}
        active={active}
        onActive={setActive}
        onOpen={(id) => onOpen(dots.find((dot) => dot.id === id)!.result)}
      />
      {shown && (
        <PlotNote at={place(shown)} width={width}>
          <b>{regattaName(shown.result)}</b>
          <span>{regattaDays(shown.result)}</span>
          <span>
            {placeText(shown.result)}
            {scale === "percent" && `, ${fixed(shown.value, 0)} %`}
          </span>
        </PlotNote>
      )}
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
function scalesOf(dots: readonly Dot[], scale: RegattaScale, width: number) {
  const times = dots.map(({ at_ms }) => at_ms);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const room = first === last ? 86_400_000 : 0;
  const x = scaleLinear([first - room, last + room], [MARGIN.left + 10, width - MARGIN.right]);
  const [top, bottom] = [MARGIN.top, HEIGHT - MARGIN.bottom];
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
