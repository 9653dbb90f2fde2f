import {
  type FileAnalysis,
  halfWidth90,
  MILES_PER_M,
  PLUS_MINUS_MEANING,
  type SailingMode,
  type Straight,
} from "@leebow/core";
import { amount, distance, unitWithInterval, withUnit } from "../format/numbers";
import { clockSeconds } from "../format/times";
import { inUnit, unitName } from "../format/units";
import { MetricHelp } from "../help/metric-help";
import type { MetricId } from "../help/metric-ids";
import styles from "./summary.module.css";

interface RecordRow {
  id: MetricId;
  name: string;
  value: string;
  unit: string;
  /** When it was sailed. */
  when: string | null;
}

/** The fastest stretches by the rules of GPS speed sailing, each with its uncertainty. */
export function SpeedRecords({ analysis, tz }: { analysis: FileAnalysis; tz: string | null }) {
  const rows = [...recordsOf(analysis, tz), ...madeGoodOf(analysis.straights)];
  return (
    <section className={styles.card} aria-labelledby="speed-records">
      <div className="row">
        <h2 id="speed-records">Speed records</h2>
        <MetricHelp name="± of a speed record" ids={["SpeedRecord.error_kn"]} />
      </div>
      {rows.length === 0 ? (
        <p className="secondary">The track is too short, too sparse or too inaccurate for speed records.</p>
      ) : (
        <>
          <dl className={`${styles.facts} ${styles.records}`}>
            {rows.map(({ id, name, value, unit, when }) => (
              <div key={name}>
                <dt>
                  <MetricHelp name={name} ids={[id]}>
                    {name}
                  </MetricHelp>
                </dt>
                <dd className={styles.record}>
                  <span>
                    <b>{value}</b> <span className="small quiet">{unit}</span>
                  </span>
                  {when && <span className="small quiet">{when}</span>}
                </dd>
              </div>
            ))}
          </dl>
          <p className={styles.meaning}>{PLUS_MINUS_MEANING}</p>
        </>
      )}
    </section>
  );
}

function recordsOf({ records, wind }: FileAnalysis, tz: string | null): RecordRow[] {
  const inWater = wind?.current ? ", through the water" : "";
  const speeds = [
    ["Records.best_2_s", "2 s", records.best_2_s],
    ["Records.best_10_s", "10 s", records.best_10_s],
    ["Records.best_5x10_s", "5 × 10 s", records.best_5x10_s && { ...records.best_5x10_s, start_time: null }],
    ["Records.best_100_m", "100 m", records.best_100_m],
    ["Records.best_250_m", "250 m", records.best_250_m],
    ["Records.best_500_m", "500 m", records.best_500_m],
    ["Records.alpha_500", "Alpha 500", records.alpha_500],
    ["Records.best_1852_m", "Nautical mile", records.best_1852_m],
    ["Records.best_half_hour", "Half hour", records.best_half_hour],
    ["Records.best_hour", "Hour", records.best_hour],
    ["Records.vmg_up_2_min", `VMG up, 2 min${inWater}`, records.vmg_up_2_min],
    ["Records.vmg_down_2_min", `VMG down, 2 min${inWater}`, records.vmg_down_2_min],
  ] as const;
  const rows = speeds.flatMap(([id, name, record]): RecordRow[] =>
    // Absent in the results of an engine that did not have it.
    record
      ? [
          {
            id,
            name,
            value: amount(record.speed_kn, 2, "kts"),
            unit: unitWithInterval(halfWidth90(record.error_kn), 2, "kts"),
            when: record.start_time && `at ${clockSeconds(record.start_time, tz)}`,
          },
        ]
      : [],
  );
  const day = records.best_day;
  if (day === null) return rows;
  return [
    ...rows,
    {
      id: "Records.best_day",
      name: `Distance above ${withUnit(5, inUnit(5, "kts") === 5 ? 0 : 1, "kts")}`,
      value: distance(day.distance_m),
      unit: unitWithInterval(halfWidth90(day.error_m) * MILES_PER_M, 2, "mi"),
      when: null,
    },
  ];
}

/** Speed made good on the straights, towards the goal: to windward upwind, to leeward downwind; positive in both. */
function madeGoodOf(straights: readonly Straight[]): RecordRow[] {
  const modes: [SailingMode, string][] = [
    ["upwind", "VMG to windward"],
    ["downwind", "VMG to leeward"],
  ];
  return modes.flatMap(([mode, name]): RecordRow[] => {
    const known = straights.filter((one) => one.mode === mode && one.vmg_kn !== null);
    const seconds = (one: Straight) => (Date.parse(one.end_time) - Date.parse(one.start_time)) / 1000;
    const total = known.reduce((sum, one) => sum + seconds(one), 0);
    if (total === 0) return [];
    const mean = known.reduce((sum, one) => sum + seconds(one) * Math.abs(one.vmg_kn ?? 0), 0) / total;
    const figure = { value: amount(mean, 2, "kts"), unit: unitName("kts") };
    return [{ id: "Straight.vmg_kn", name, ...figure, when: "mean over the straights" }];
  });
}
