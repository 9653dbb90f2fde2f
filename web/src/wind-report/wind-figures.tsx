import type { WindMetrics } from "@leebow/api/contract";
import { Figure } from "../components/figure";
import { fixed, UNKNOWN } from "../format/numbers";
import { digitsInUnit, inUnit, unitName } from "../format/units";
import { MetricHelp } from "../help/metric-help";
import type { MetricId } from "../help/metric-ids";
import { signed } from "./stability";
import styles from "./wind-figures.module.css";

/** Averages, standard deviations and trends of speed and direction. */
export function WindFigures({ metrics }: { metrics: WindMetrics }) {
  return (
    <div className={styles.two}>
      <Four
        title="Wind speed"
        help={{ mean: "Wind.tws_kn", sd: "Wind.tws_std_kn" }}
        unit="kn"
        mean={metrics.avg_tws}
        sd={metrics.std_tws}
        perSecond={metrics.avg_tws_diff_s}
        perMinute={metrics.avg_tws_diff_min}
      />
      <Four
        title="Wind direction"
        help={{ mean: "Wind.twd_deg", sd: "Wind.twd_std_deg" }}
        unit="°"
        mean={metrics.avg_twd}
        sd={metrics.std_twd}
        perSecond={metrics.avg_twd_diff_s}
        perMinute={metrics.avg_twd_diff_min}
      />
    </div>
  );
}

interface FourProps {
  title: string;
  unit: string;
  help: { mean: MetricId; sd: MetricId };
  mean: number | null;
  sd: number | null;
  perSecond: number | null;
  perMinute: number | null;
}

function Four({ title, unit, help, mean, sd, perSecond, perMinute }: FourProps) {
  const figure = (value: number | null, digits: number, write: (value: number, digits: number) => string = fixed) =>
    value === null
      ? { value: UNKNOWN }
      : { value: write(inUnit(value, unit), digitsInUnit(digits, unit)), unit: unitName(unit) };
  return (
    <section className={styles.card} aria-label={title}>
      <h2>{title}</h2>
      <dl className={styles.figures}>
        <Figure
          name="Average"
          help={<MetricHelp name={`${title}, average`} ids={[help.mean]} />}
          {...figure(mean, 2)}
        />
        <Figure
          name="Standard deviation"
          help={<MetricHelp name={`${title}, standard deviation`} ids={[help.sd]} />}
          {...figure(sd, 2)}
        />
        <Figure name="Trend per 1 s" {...figure(perSecond, 4, signed)} />
        <Figure name="Trend per 1 min" {...figure(perMinute, 2, signed)} />
      </dl>
    </section>
  );
}
