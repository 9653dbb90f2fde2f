import type { ReportSession, WindConditions } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { arc } from "d3";
import { fixed } from "../format/numbers";
import { hoursMinutes } from "../format/times";
import { MetricHelp } from "../help/metric-help";
import styles from "./conditions-panel.module.css";
import { banded, bySpeedText, type Grouping, limitsText, measured, timeInBands, withoutBands } from "./grouping";
import { Panel } from "./panel";
import { type GroupBy, windConditionsOptions } from "./queries";
import { type DashboardFilter, type Group, groupName, groupsOf, type SessionSelection } from "./report-filter";

interface ConditionsPanelProps {
  filter: DashboardFilter;
  grouping: Grouping;
  onOpen: (selection: SessionSelection) => void;
  className?: string | undefined;
}

/** Hours in each wind category, or band of the boat's own speed, as rings, of which a whole turn is all of them. */
export function ConditionsPanel({ filter, grouping, onOpen, className }: ConditionsPanelProps) {
  const by = grouping.by ?? "wind";
  return (
    <Panel
      title="Time on the water by wind conditions"
      help={
        <MetricHelp
          name="Time on the water by wind conditions"
          ids={[
            "WindConditions.time_in_conditions_s",
            "InConditions.Light",
            "InConditions.Sf",
            "InConditions.Df",
            "InConditions.Windy",
          ]}
        />
      }
      counts={
        by === "wind"
          ? "Time with measured wind, by its mean over 30 s. A full ring is all of it."
          : `${bySpeedText(filter, grouping)} Time of the sessions in each third of its mean. A full ring is all of it.`
      }
      query={useQuery(windConditionsOptions(filter))}
      empty={(data) => (timeBy(data, by).all === 0 ? emptyText(data, by, filter) : null)}
      height={170}
      className={className}
    >
      {(data) => <Rings data={data} by={by} onOpen={onOpen} />}
    </Panel>
  );
}

/** Seconds in each group, and in all of them. */
function timeBy(data: WindConditions, by: GroupBy): { time: Partial<Record<Group, number>>; all: number } {
  return by === "wind"
    ? { time: data.time_in_conditions, all: measured(data) }
    : { time: timeInBands(data), all: banded(data) };
}

function emptyText(data: WindConditions, by: GroupBy, filter: DashboardFilter): string {
  if (data.total_time === 0) return "No session on these days.";
  return by === "wind"
    ? "None of these sessions has measured wind. Attach a wind file to a track, then it counts here."
    : withoutBands(data, filter);
}

const RADII = [74, 59, 44, 29];
const WIDTH = 10;

/** A ring that is filled to this share of a turn. */
const ring = (at: number, share: number): string =>
  arc()({
    innerRadius: RADII[at]! - WIDTH / 2,
    outerRadius: RADII[at]! + WIDTH / 2,
    startAngle: 0,
    endAngle: 2 * Math.PI * share,
  }) ?? "";

interface RingsProps {
  data: WindConditions;
  by: GroupBy;
  onOpen: (selection: SessionSelection) => void;
}

function Rings({ data, by, onOpen }: RingsProps) {
  const { time, all } = timeBy(data, by);
  const groups = groupsOf(by).map((group) => ({ group, time_s: time[group] ?? 0, paint: paintOf(group) }));
  return (
    <div className={styles.rings}>
      <svg viewBox="0 0 180 180" aria-hidden="true">
        {groups.map(({ group, time_s, paint }, at) => (
          <g key={group} transform="translate(90 90)">
            <path d={ring(at, 1)} fill="var(--sunken)" />
            <path d={ring(at, time_s / all)} fill={paint} />
          </g>
        ))}
      </svg>
      <div className={styles.words}>
        <ul>
          {groups.map(({ group, time_s, paint }) => (
            <li key={group}>
              <button type="button" disabled={time_s === 0} onClick={() => onOpen(selectionOf(group))}>
                <i style={{ background: paint }} />
                <span className="fills">{groupName(group)}</span>
                <span className="small quiet">{fixed((100 * time_s) / all, 0)} %</span>
                <b>
                  {fixed(time_s / 3600, 1)}
                  <span className="unit">h</span>
                </b>
              </button>
            </li>
          ))}
        </ul>
        <p className="caption">
          {hoursMinutes(all)} of {hoursMinutes(data.total_time)} h:min{" "}
          {by === "wind" ? "have measured wind" : "are in these thirds"}. From the outer ring to the inner:{" "}
          {groups.map(({ group }) => groupName(group)).join(", ")}. {by === "speed" && limitsText(data)}
        </p>
      </div>
    </div>
  );
}

/** The sessions with time in a group. */
const selectionOf = (group: Group): SessionSelection => ({
  title: `Time in ${groupName(group)}`,
  value: (one) => timeIn(one, group),
  text: hoursMinutes,
  column: "Time, h:min",
  withUpwind: group === "slow" || group === "middle" || group === "fast",
});

function timeIn({ time_in_conditions, speed_band, water_time }: ReportSession, group: Group): number {
  if (group === "slow" || group === "middle" || group === "fast") return speed_band === group ? water_time : 0;
  return time_in_conditions[group];
}

/** Paths about the origin. */
const CIRCLE = "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0Z";
const SQUARE = "M-3.3-3.3H3.3V3.3H-3.3Z";
const DIAMOND = "M0-4.6L4.6 0 0 4.6-4.6 0Z";
const TRIANGLE = "M0-4.4L4.3 3.3H-4.3Z";

/** A wind category, or a band of speed, has a shape beside its colour. */
const MARKS: Record<Group, { shape: string; paint: string }> = {
  Light: { shape: CIRCLE, paint: "var(--scale-1)" },
  Sf: { shape: SQUARE, paint: "var(--scale-2)" },
  Df: { shape: DIAMOND, paint: "var(--scale-3)" },
  Windy: { shape: TRIANGLE, paint: "var(--scale-4)" },
  slow: { shape: CIRCLE, paint: "var(--scale-1)" },
  middle: { shape: DIAMOND, paint: "var(--scale-3)" },
  fast: { shape: TRIANGLE, paint: "var(--scale-4)" },
};

export const paintOf = (group: Group): string => MARKS[group].paint;

/** The mark of a group in a chart and its legend. */
export function CategoryMark({ group }: { group: Group }) {
  const { shape, paint } = MARKS[group];
  return <path d={shape} fill="var(--surface)" stroke={paint} strokeWidth="1.75" strokeLinejoin="round" />;
}
