import type { Improvement } from "@leebow/api/contract";
import { scaleLinear } from "d3";
import { TimeAxis, ValueAxis } from "../chart/axes";
import { Chart, type Frame } from "../chart/frame";
import { linePath } from "../chart/line-path";
import { PointPlot } from "../chart/plot-points";
import { timeScale } from "../chart/scales";
import { countText } from "../format/counts";
import { withUnit } from "../format/numbers";
import { nearDay, shortDay } from "../format/times";
import { CategoryMark, paintOf } from "./category-mark";
import type { GroupBy } from "./grouping";
import styles from "./improvement-chart.module.css";
import type { DashboardFilter } from "./report-filter";
import { type Group, groupName, groupsOf } from "./sessions";

const HEIGHT = 210;
const MARGIN = { top: 12, right: 62, bottom: 26, left: 34 };
/** Labels at the ends of the lines are at least this far from each other, px. */
const LABEL_PX = 13;

export interface LossOfDay {
  id: string;
  date: string;
  group: Group;
  loss_m: number;
  track_ids: readonly number[];
}

/** Every median that is known, by day and group. */
export const lossesOf = (days: Improvement, by: GroupBy): LossOfDay[] =>
  days.flatMap(({ date, track_ids, ...losses }) =>
    groupsOf(by).flatMap((group) => {
      const loss_m = losses[group];
      return loss_m === null ? [] : [{ id: `${date} ${group}`, date, group, loss_m, track_ids }];
    }),
  );

interface ImprovementChartProps {
  days: Improvement;
  by: GroupBy;
  filter: DashboardFilter;
  label: string;
  onOpen: (loss: LossOfDay) => void;
}

/** A line for each wind category or band of speed over the days of the range. */
export function ImprovementChart(props: ImprovementChartProps) {
  return (
    <Chart margin={MARGIN} height={HEIGHT} className={styles.frame}>
      {(frame) => <Drawn {...props} frame={frame} />}
    </Chart>
  );
}

function Drawn({ days, by, filter, label, onOpen, frame }: ImprovementChartProps & { frame: Frame }) {
  const losses = lossesOf(days, by);
  const x = timeScale({ from_ms: Date.parse(filter.start), to_ms: Date.parse(filter.end) }, frame);
  const values = losses.map(({ loss_m }) => loss_m);
  const y = scaleLinear([Math.min(0, ...values), Math.max(1, ...values)], [frame.bottom, frame.top]).nice(4);
  const poseOf = ({ date, loss_m }: LossOfDay): [number, number] => [x(Date.parse(date)), y(loss_m)];
  const points = losses.map((loss) => {
    const [left, top] = poseOf(loss);
    return { id: loss.id, x: left, y: top, name: nameOf(loss), note: <LossNote loss={loss} /> };
  });
  return (
    <PointPlot
      frame={frame}
      label={label}
      points={points}
      onOpen={(id) => onOpen(losses.find((loss) => loss.id === id)!)}
    >
      <ValueAxis frame={frame} y={y} ticks={y.ticks(4)} standard="m" />
      <TimeAxis frame={frame} x={x} zone="UTC" />
      {groupsOf(by).map((group) => {
        const own = losses.filter((loss) => loss.group === group);
        return (
          <g key={group}>
            <path d={linePath(own, poseOf)} fill="none" stroke={paintOf(group)} strokeWidth="1.75" />
            {own.map((loss) => (
              <g key={loss.id} transform={`translate(${poseOf(loss).join(" ")})`}>
                <CategoryMark group={group} />
              </g>
            ))}
          </g>
        );
      })}
      <EndLabels losses={losses} by={by} y={y} left={frame.right + 12} />
    </PointPlot>
  );
}

const LossNote = ({ loss }: { loss: LossOfDay }) => (
  <>
    <b>{nearDay(loss.date, "UTC")}</b>
    <span>
      {groupName(loss.group)}: median loss {withUnit(loss.loss_m, 2, "m")}
    </span>
    <span>{sessionsText(loss)}</span>
  </>
);

const sessionsText = ({ track_ids }: LossOfDay): string => countText(track_ids.length, "session");

const nameOf = (loss: LossOfDay): string =>
  `${shortDay(loss.date, "UTC")}, ${groupName(loss.group)}: median loss ${withUnit(loss.loss_m, 2, "m")}, ${sessionsText(loss)}`;

interface EndLabelsProps {
  losses: LossOfDay[];
  by: GroupBy;
  y: (value: number) => number;
  left: number;
}

/** The names of the lines at the height of their last points, moved apart where they would overlap. */
function EndLabels({ losses, by, y, left }: EndLabelsProps) {
  const ends = groupsOf(by)
    .flatMap((group) => {
      const last = losses.findLast((loss) => loss.group === group);
      return last ? [{ group, top: y(last.loss_m) }] : [];
    })
    .sort((a, b) => a.top - b.top);
  let above = -Infinity;
  return ends.map(({ group, top }) => {
    above = Math.max(top, above + LABEL_PX);
    return (
      <g key={group} transform={`translate(${left} ${above})`}>
        <CategoryMark group={group} />
        <text x="9" y="4" className={styles.end}>
          {groupName(group)}
        </text>
      </g>
    );
  });
}
