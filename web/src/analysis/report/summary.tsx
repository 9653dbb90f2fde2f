import {
  type FileAnalysis,
  halfWidth90,
  MILES_PER_M,
  PLUS_MINUS_MEANING,
  type SailingMode,
  type Straight,
} from "@leebow/core";
import type { ReactNode } from "react";
import { WindQuestion } from "../../corrections/wind-question";
import { amount, distance, fixed, UNKNOWN, unitWithInterval, withUnit } from "../../format/numbers";
import { clock, clockSeconds, day, hms, zoneName } from "../../format/times";
import { inUnit, unitName } from "../../format/units";
import { MetricHelp } from "../../help/metric-help";
import type { MetricId } from "../../help/metric-ids";
import type { WindChoice } from "../../session/correction-source";
import { StaticMap } from "../../tracks/static-map";
import { Figure, Figures } from "../../ui/figure";
import type { TrackFacts } from "./rows";
import styles from "./summary.module.css";
import { WindBlock } from "./wind-block";

interface SummaryProps {
  analysis: FileAnalysis;
  facts: TrackFacts;
  windChoice: WindChoice | null;
  picture: ReactNode;
  finding: ReactNode;
}

/** Summary figures of a track. */
export function Summary({ analysis, facts, windChoice, picture, finding }: SummaryProps) {
  const tz = facts.tz ?? analysis.time_zone;
  return (
    <div className="grid gap one-column">
      <div className={styles.question}>
        <WindQuestion
          report={analysis}
          choice={windChoice}
          picture={facts.track ? <StaticMap track={facts.track} alt="" to={null} /> : picture}
        />
        {finding}
      </div>
      <div className="columns gap top">
        <TrackCard analysis={analysis} facts={facts} />
        <div className="grid gap one-column">
          <SummaryFigures analysis={analysis} />
          <WindBlock analysis={analysis} facts={facts} />
          <SpeedRecords analysis={analysis} tz={tz} />
        </div>
      </div>
    </div>
  );
}

function SummaryFigures({ analysis: { summary, wind, straights } }: { analysis: FileAnalysis }) {
  // Without a wind there is nothing to say about tacks and wind angles.
  const isUnnamed = wind === null && summary.turns > 0;
  return (
    <Figures columns={4}>
      <Figure
        name="Distance"
        help={<MetricHelp name="Distance" ids={["Summary.distance_m"]} />}
        value={distance(summary.distance_m)}
        unit={unitName("mi")}
      />
      <Figure
        name="Duration"
        help={<MetricHelp name="Duration" ids={["Summary.duration_s"]} />}
        value={hms(summary.duration_s)}
      />
      <Figure
        name="Max speed"
        help={<MetricHelp name="Max speed" ids={["Summary.max_speed_kn", "Summary.max_speed_error_kn"]} />}
        value={amount(summary.max_speed_kn, 2, "kts")}
        unit={unitName("kts")}
        note={speedInterval(summary.max_speed_error_kn)}
      />
      {isUnnamed ? (
        <Figure
          name="Turns"
          help={<MetricHelp name="Turns" ids={["Summary.turns"]} />}
          value={summary.turns}
          note="named when the wind is chosen"
        />
      ) : (
        <>
          <Figure
            name="TWA"
            help={<MetricHelp name="TWA" ids={["Straight.twa_deg"]} />}
            value={<WindAngles straights={straights} />}
            note="mean over the straights"
          />
          <Figure name="Tacks" help={<MetricHelp name="Tacks" ids={["Summary.tacks"]} />} value={summary.tacks} />
          <Figure name="Sets" help={<MetricHelp name="Sets" ids={["Summary.sets"]} />} value={summary.sets} />
          <Figure name="Gybes" help={<MetricHelp name="Gybes" ids={["Summary.gybes"]} />} value={summary.gybes} />
          <Figure name="Douses" help={<MetricHelp name="Douses" ids={["Summary.douses"]} />} value={summary.douses} />
          {summary.turns > 0 && (
            <Figure
              name="Turns"
              help={<MetricHelp name="Turns" ids={["Summary.turns"]} />}
              value={summary.turns}
              note="where the wind is not known"
            />
          )}
        </>
      )}
    </Figures>
  );
}

/** "± 0.33 kts", from the standard deviation in kn. */
const speedInterval = (sd_kn: number | null): string | undefined =>
  sd_kn === null ? undefined : unitWithInterval(halfWidth90(sd_kn), 2, "kts");

/** The map of the track and what it is. */
function TrackCard({ analysis, facts }: { analysis: FileAnalysis; facts: TrackFacts }) {
  const { track } = facts;
  return (
    <section className={styles.track} aria-label="Track">
      {track && <StaticMap track={track} to={`/tracks/${track.id}`} className={styles.map} />}
      <div className={styles.about}>
        <Facts analysis={analysis} facts={facts} />
      </div>
    </section>
  );
}

function Facts({ analysis, facts }: { analysis: FileAnalysis; facts: TrackFacts }) {
  const { start_time, end_time, points, device, summary } = analysis;
  const tz = facts.tz ?? analysis.time_zone;
  const rows: [string, string | null][] = [
    ["Track", facts.id === null ? null : String(facts.id)],
    [facts.id === null ? "File" : "Name", facts.full_name],
    ["Start date", `${day(start_time, tz)}, ${clock(start_time, tz)} to ${clock(end_time, tz)}, ${zoneName(tz)}`],
    ["Location", facts.location],
    ["Boat class", facts.boat_name],
    ["Device", device],
    [
      "Points",
      `${points.toLocaleString("en-GB")}${summary.sample_rate_hz ? `, ${fixed(summary.sample_rate_hz, 2)} a second` : ""}`,
    ],
  ];
  return (
    <dl className={styles.facts}>
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Mean true wind angle of the straights, upwind and downwind, degrees. */
function WindAngles({ straights }: { straights: readonly Straight[] }) {
  const up = meanAngle(straights, "upwind");
  const down = meanAngle(straights, "downwind");
  if (up === null && down === null) return UNKNOWN;
  return (
    <>
      {up !== null && (
        <span className={styles.angle}>
          {fixed(up, 2)}
          <span className={styles.unit}>° up</span>
        </span>
      )}
      {down !== null && (
        <span className={styles.angle}>
          {fixed(down, 2)}
          <span className={styles.unit}>° down</span>
        </span>
      )}
    </>
  );
}

/** Mean of the wind angles of one mode, weighted by duration, degrees; null without any. */
function meanAngle(straights: readonly Straight[], mode: SailingMode): number | null {
  const known = straights.filter((one) => one.mode === mode && one.twa_deg !== null);
  const seconds = (one: Straight) => (Date.parse(one.end_time) - Date.parse(one.start_time)) / 1000;
  const total = known.reduce((sum, one) => sum + seconds(one), 0);
  return total > 0 ? known.reduce((sum, one) => sum + seconds(one) * (one.twa_deg ?? 0), 0) / total : null;
}

interface RecordRow {
  id: MetricId;
  name: string;
  value: string;
  unit: string;
  /** When it was sailed. */
  when: string | null;
}

/** The fastest stretches by the rules of GPS speed sailing, each with its uncertainty. */
function SpeedRecords({ analysis, tz }: { analysis: FileAnalysis; tz: string | null }) {
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
