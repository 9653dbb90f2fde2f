import type { Improvement } from "@leebow/api/contract";
import { LOSS_BASIS_TEXT } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { scaleLinear } from "d3";
import { useState } from "react";
import { TimeAxis, ValueAxis } from "../chart/axes";
import { type Frame, TableToggle } from "../chart/frame";
import { linePath } from "../chart/line-path";
import { PointPlot } from "../chart/plot-points";
import { timeScale } from "../chart/scales";
import { countText, withUnit } from "../format/numbers";
import { nearDay, shortDay } from "../format/times";
import { unitName } from "../format/units";
import { MetricHelp } from "../help/metric-help";
import { DataTable, quantityColumn } from "../ui/data-table";
import { CategoryMark, paintOf } from "./conditions-panel";
import { bySpeedText, type Grouping, withoutBands } from "./grouping";
import styles from "./improvement-panel.module.css";
import { Panel } from "./panel";
import {
  expectedLossOptions,
  type GroupBy,
  improvementOptions,
  type LossBasis,
  type LossTag,
  windConditionsOptions,
} from "./queries";
import { type DashboardFilter, type Group, groupName, groupsOf, type SessionSelection } from "./report-filter";

export const LOSS_WORDS = {
  T: { title: "Tacking", plural: "tacks", tab: "tacking" },
  G: { title: "Gybing", plural: "gybes", tab: "gybing" },
} as const;

interface LossPanelProps {
  filter: DashboardFilter;
  tag: LossTag;
  /** Null: that of most losses, which the server chooses. */
  basis: LossBasis | null;
  grouping: Grouping;
  className?: string | undefined;
}

/** Median loss of each day, a line for each wind category or band of speed. */
export function ImprovementPanel(props: LossPanelProps & { onOpen: (selection: SessionSelection) => void }) {
  const { filter, tag, basis, grouping, onOpen, className } = props;
  const by = grouping.by ?? "wind";
  const [isTable, setTable] = useState(false);
  const { title, plural, tab } = LOSS_WORDS[tag];
  const query = useQuery({ ...improvementOptions(filter, tag, basis, by), enabled: grouping.by !== null });
  const bands = useQuery(windConditionsOptions(filter)).data?.speed_bands ?? [];
  // The same maneuvers, of which that answer names the basis.
  const shown = useQuery(expectedLossOptions(filter, tag, basis, grouping.chosen)).data?.loss_basis ?? basis;
  const open = ({ date, track_ids }: Pick<LossOfDay, "date" | "track_ids">) =>
    onOpen({
      title: `${title} on ${shortDay(date, "UTC")}`,
      value: (one) => (tag === "T" ? one.tacks : one.gybes),
      text: String,
      column: tag === "T" ? "Tacks" : "Gybes",
      track_ids,
      tab,
    });
  return (
    <Panel
      title={`${title} Improvement`}
      help={<MetricHelp name={`${title} Improvement`} ids={["Improvement.Light", "Maneuver.loss_basis"]} />}
      counts={`${by === "speed" ? `${bySpeedText(filter, grouping)} ` : ""}Median loss per day, ${unitName("m")}${shown ? `, ${LOSS_BASIS_TEXT[shown]}` : ""}; days with 3 ${plural} or more in a ${by === "wind" ? "wind category" : "band"}.`}
      aside={<TableToggle title={`${title} Improvement`} isTable={isTable} onChange={setTable} />}
      query={query}
      empty={(days) => {
        if (lossesOf(days, by).length > 0) return null;
        if (days.length > 0) return tooFewText(by, plural);
        return by === "wind" ? withoutWind(plural) : withoutBands({ speed_bands: bands }, filter);
      }}
      height={210}
      className={className}
    >
      {(days) =>
        isTable ? (
          <Days days={days} by={by} title={title} />
        ) : (
          <ImprovementChart days={days} by={by} filter={filter} label={`${title} Improvement, days`} onOpen={open} />
        )
      }
    </Panel>
  );
}

const withoutWind = (plural: string): string =>
  `No ${plural} with a loss and measured wind on these days. Attach a wind file to a track, then its ${plural} count here.`;

const tooFewText = (by: GroupBy, plural: string): string =>
  `Fewer than three ${plural} a day in every ${by === "wind" ? "wind category" : "band of speed"}: too few for a median.`;

function Days({ days, by, title }: { days: Improvement; by: GroupBy; title: string }) {
  return (
    <DataTable
      caption={`${title} Improvement, median loss in ${unitName("m")}`}
      columns={[
        { id: "date", title: "Day", value: (day) => day.date, cell: (day) => nearDay(day.date, "UTC") },
        ...groupsOf(by).map((group) =>
          quantityColumn<Improvement[number]>(group, groupName(group), "m", 2, (day) => day[group]),
        ),
      ]}
      rows={days}
      rowId={(day) => day.date}
    />
  );
}

const HEIGHT = 210;
const MARGIN = { top: 12, right: 62, bottom: 26, left: 34 };
/** Labels at the ends of the lines are at least this far from each other, px. */
const LABEL_PX = 13;

interface LossOfDay {
  id: string;
  date: string;
  group: Group;
  loss_m: number;
  track_ids: readonly number[];
}

/** Every median that is known, by day and group. */
const lossesOf = (days: Improvement, by: GroupBy): LossOfDay[] =>
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
function ImprovementChart({ days, by, filter, label, onOpen }: ImprovementChartProps) {
  const losses = lossesOf(days, by);
  const values = losses.map(({ loss_m }) => loss_m);
  const draw = (frame: Frame) => {
    const x = timeScale({ from_ms: Date.parse(filter.start), to_ms: Date.parse(filter.end) }, frame);
    const y = scaleLinear([Math.min(0, ...values), Math.max(1, ...values)], [frame.bottom, frame.top]).nice(4);
    const poseOf = ({ date, loss_m }: LossOfDay): [number, number] => [x(Date.parse(date)), y(loss_m)];
    const points = losses.map((loss) => {
      const [left, top] = poseOf(loss);
      return { ...loss, x: left, y: top, name: nameOf(loss), note: <LossNote loss={loss} /> };
    });
    const drawing = (
      <>
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
      </>
    );
    return { points, drawing };
  };
  return <PointPlot margin={MARGIN} height={HEIGHT} className={styles.frame} {...{ label, draw, onOpen }} />;
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
        <text x="9" y="4" fill="var(--ink-2)">
          {groupName(group)}
        </text>
      </g>
    );
  });
}
