import type { WindConditions } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { arc } from "d3";
import { hoursMinutes } from "../format/durations";
import { fixed } from "../format/numbers";
import { MetricHelp } from "../help/metric-help";
import { windConditionsOptions } from "../queries/reports";
import styles from "./conditions-panel.module.css";
import { Panel } from "./panel";
import type { DashboardFilter } from "./report-filter";
import { type SessionSelection, WIND_CATEGORIES } from "./sessions";

interface ConditionsPanelProps {
  filter: DashboardFilter;
  onOpen: (selection: SessionSelection) => void;
  className?: string | undefined;
}

/** Hours in each wind category as rings, of which a whole turn is all hours with measured wind. */
export function ConditionsPanel({ filter, onOpen, className }: ConditionsPanelProps) {
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
      counts="Time with measured wind, by its mean over 30 s. A full ring is all of it."
      query={useQuery(windConditionsOptions(filter))}
      empty={(data) => (measured(data) === 0 ? withoutWind(data) : null)}
      height={170}
      className={className}
    >
      {(data) => <Rings data={data} onOpen={onOpen} />}
    </Panel>
  );
}

const measured = ({ time_in_conditions: time }: WindConditions): number =>
  WIND_CATEGORIES.reduce((sum, category) => sum + time[category], 0);

const withoutWind = ({ total_time }: WindConditions): string =>
  total_time === 0
    ? "No session on these days."
    : "None of these sessions has measured wind. Attach a wind file to a track, then it counts here.";

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

function Rings({ data, onOpen }: { data: WindConditions; onOpen: (selection: SessionSelection) => void }) {
  const { time_in_conditions: time, total_time } = data;
  const all = measured(data);
  const open = (category: (typeof WIND_CATEGORIES)[number]) =>
    onOpen({
      title: `Time in ${category}`,
      value: (one) => one.time_in_conditions[category],
      text: hoursMinutes,
      column: "Time, h:min",
    });
  return (
    <div className={styles.rings}>
      <svg viewBox="0 0 180 180" aria-hidden="true">
        {WIND_CATEGORIES.map((category, at) => (
          <g key={category} transform="translate(90 90)">
            <path d={ring(at, 1)} fill="var(--sunken)" />
            <path d={ring(at, time[category] / all)} fill={`var(--scale-${at + 1})`} />
          </g>
        ))}
      </svg>
      <div className={styles.words}>
        <ul>
          {WIND_CATEGORIES.map((category, at) => (
            <li key={category}>
              <button type="button" disabled={time[category] === 0} onClick={() => open(category)}>
                <i style={{ background: `var(--scale-${at + 1})` }} />
                <span className={styles.name}>{category}</span>
                <span className="small quiet">{fixed((100 * time[category]) / all, 0)} %</span>
                <b>
                  {fixed(time[category] / 3600, 1)}
                  <span className="unit">h</span>
                </b>
              </button>
            </li>
          ))}
        </ul>
        <p className="caption">
          {hoursMinutes(all)} of {hoursMinutes(total_time)} h:min have measured wind. From the outer ring to the inner:
          Light, Sf, Df, Windy.
        </p>
      </div>
    </div>
  );
}
