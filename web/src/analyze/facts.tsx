import { type FileAnalysis, halfWidth90, hasLeftOut, PLUS_MINUS_MEANING } from "@leebow/core";
import { amount, distance, fixed, unitWithInterval, windFrom } from "../format/numbers";
import { durationText, hms } from "../format/times";
import { unitName } from "../format/units";
import styles from "./facts.module.css";

interface Fact {
  name: string;
  figure: string;
  unit?: string;
}

/** Summary figures of a session. */
export function Facts({ report }: { report: FileAnalysis }) {
  const { summary, wind } = report;
  const recorded_s = (Date.parse(report.end_time) - Date.parse(report.start_time)) / 1000;
  const { distance_m, duration_s, max_speed_kn, max_speed_error_kn, tacks, gybes, turns, straights, sample_rate_hz } =
    summary;
  const facts: Fact[] = [
    { name: "Distance", figure: distance(distance_m), unit: unitName("mi") },
    {
      name: "Duration",
      figure: hms(duration_s),
      ...(hasLeftOut(report) && { unit: ` of ${durationText(recorded_s)}` }),
    },
    {
      name: "Max speed",
      figure: amount(max_speed_kn, 1, "kn"),
      unit: unitWithInterval(halfWidth90(max_speed_error_kn), 1, "kn"),
    },
    wind
      ? { name: "Wind from", figure: windFrom(wind), unit: unitWithInterval(halfWidth90(wind.sd_deg), 0, "°") }
      : { name: "Wind from", figure: "not found" },
    ...(wind === null && turns > 0
      ? [{ name: "Turns", figure: String(turns) }]
      : [
          { name: "Tacks", figure: String(tacks) },
          { name: "Gybes", figure: String(gybes) },
        ]),
    { name: "Straights", figure: String(straights) },
    { name: "Sample rate", figure: fixed(sample_rate_hz, 1), unit: "Hz" },
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, figure, unit }) => (
        <div key={name} title={unit?.startsWith("±") ? PLUS_MINUS_MEANING : undefined}>
          <dt>{name}</dt>
          <dd>
            {figure}
            {unit && <span className="unit">{unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
