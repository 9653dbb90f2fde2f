import type { Improvement } from "@leebow/api/contract";
import { line, scaleLinear } from "d3";
import { useRef, useState } from "react";
import { tickText, timeTicks } from "../chart/time-ticks";
import { PlotNote, PlotPoints, TickLabels, ValueRules } from "../components/plot";
import { fixed } from "../format/numbers";
import { nearDay, shortDay } from "../format/times";
import { useWidth } from "../look/use-width";
import { CategoryMark, paintOf } from "./category-mark";
import styles from "./improvement-chart.module.css";
import type { DashboardFilter } from "./report-filter";
import { WIND_CATEGORIES, type WindCategory } from "./sessions";

const HEIGHT = 210;
const MARGIN = { top: 12, right: 62, bottom: 26, left: 34 };
/** Width of a label of the days with its space, px. */
const TICK_PX = 76;
/** Labels at the ends of the lines are at least this far from each other, px. */
const LABEL_PX = 13;

export interface LossOfDay {
  id: string;
  date: string;
  category: WindCategory;
  loss_m: number;
  track_ids: readonly number[];
}

/** Every median that is known, by day and category. */
export const lossesOf = (days: Improvement): LossOfDay[] =>
  days.flatMap(({ date, track_ids, ...losses }) =>
    WIND_CATEGORIES.flatMap((category) => {
      const loss_m = losses[category];
      return loss_m === null ? [] : [{ id: `${date} ${category}`, date, category, loss_m, track_ids }];
    }),
  );

interface ImprovementChartProps {
  days: Improvement;
  filter: DashboardFilter;
  label: string;
  onOpen: (loss: LossOfDay) => void;
}

/** A line for each wind category over the days of the range. */
export function ImprovementChart(props: ImprovementChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  return (
    <div ref={frame} className={styles.frame} style={{ height: HEIGHT }}>
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  );
}

function Drawing({ days, filter, label, onOpen, width }: ImprovementChartProps & { width: number }) {
  const [active, setActive] = useState<string | null>(null);
  const losses = lossesOf(days);
  const [from, to] = [Date.parse(filter.start), Date.parse(filter.end)];
  const x = scaleLinear([from, Math.max(to, from + 1)], [MARGIN.left, width - MARGIN.right]);
  const values = losses.map(({ loss_m }) => loss_m);
  const y = scaleLinear([Math.min(0, ...values), Math.max(1, ...values)], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(4);
  const place = ({ date, loss_m }: LossOfDay): [number, number] => [x(Date.parse(date)), y(loss_m)];
  const { step_ms, ticks } = timeTicks(from, to, Math.max(2, (width - MARGIN.left - MARGIN.right) / TICK_PX), "UTC");
  const shown = losses.find(({ id }) => id === active);
  return (
    <>
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <ValueRules y={y} ticks={y.ticks(4)} left={MARGIN.left} right={width - MARGIN.right} />
        <TickLabels x={x} y={HEIGHT - 8} ticks={ticks} text={(at) => tickText(at, step_ms, "UTC")} />
        {WIND_CATEGORIES.map((category) => {
          const own = losses.filter((loss) => loss.category === category);
          return (
            <g key={category}>
              <path d={line()(own.map(place)) ?? ""} fill="none" stroke={paintOf(category)} strokeWidth="1.75" />
              {own.map((loss) => (
                <g key={loss.id} transform={`translate(${place(loss).join(" ")})`}>
                  {loss.id === active && <circle r="9" className={styles.active} />}
                  <CategoryMark category={category} filled={loss.id === active} />
                </g>
              ))}
            </g>
          );
        })}
        <EndLabels losses={losses} y={y} left={width - MARGIN.right + 12} />
      </svg>
      <PlotPoints
        label={label}
        points={losses.map((loss) => {
          const [left, top] = place(loss);
          return { id: loss.id, x: left, y: top, name: nameOf(loss) };
        })}
        active={active}
        onActive={setActive}
        onOpen={(id) => onOpen(losses.find((loss) => loss.id === id)!)}
      />
      {shown && (
        <PlotNote at={place(shown)} width={width}>
          <b>{nearDay(shown.date, "UTC")}</b>
          <span>
            {shown.category}: median loss {fixed(shown.loss_m, 2)} m
          </span>
          <span>{sessionsText(shown)}</span>
        </PlotNote>
      )}
    </>
  );
}

const sessionsText = ({ track_ids }: LossOfDay): string =>
  track_ids.length === 1 ? "1 session" : `${track_ids.length} sessions`;

const nameOf = (loss: LossOfDay): string =>
  `${shortDay(loss.date, "UTC")}, ${loss.category}: median loss ${fixed(loss.loss_m, 2)} m, ${sessionsText(loss)}`;

/** The names of the lines at the height of their last points, moved apart where they would overlap. */
function EndLabels({ losses, y, left }: { losses: LossOfDay[]; y: (value: number) => number; left: number }) {
  const ends = WIND_CATEGORIES.flatMap((category) => {
    const last = losses.findLast((loss) => loss.category === category);
    return last ? [{ category, top: y(last.loss_m) }] : [];
  }).sort((a, b) => a.top - b.top);
  let above = -Infinity;
  return ends.map(({ category, top }) => {
    above = Math.max(top, above + LABEL_PX);
    return (
      <g key={category} transform={`translate(${left} ${above})`}>
        <CategoryMark category={category} />
        <text x="9" y="4" className={styles.end}>
          {category}
        </text>
      </g>
    );
  });
}
