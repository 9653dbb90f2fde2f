import type { WindMetrics } from "@leebow/api/contract";
import { scaleLinear } from "d3";
import { Wind } from "lucide-react";
import { LowerAxis } from "../chart/axes";
import { Chart, Drawing } from "../chart/frame";
import { fixed } from "../format/numbers";
import { inUnit, unitName } from "../format/units";
import { ButtonLink } from "../ui/button";
import styles from "./stability.module.css";
import { type CurvePoint, fiveDifferences } from "./wind-chart";

/** How steady pressure and direction were: the spread within the report, and beside the owner's other reports. */
export function Stability({ points, metrics }: { points: readonly CurvePoint[]; metrics: WindMetrics }) {
  const { stability } = metrics;
  const hasOthers = stability.relative_tws !== null || stability.relative_twd !== null;
  return (
    <section className={styles.card} aria-labelledby="stability">
      <h2 id="stability">Stability</h2>
      <Quantity
        name="Pressure"
        unit="kn"
        five={fiveDifferences(
          points.map(({ tws }) => tws),
          metrics.avg_tws,
        )}
        relative={{
          percent: stability.relative_tws,
          all: stability.tws,
          unit: " %",
          word: "puffier",
          most: "puffiest",
        }}
      />
      <Quantity
        name="Direction"
        unit="°"
        five={fiveDifferences(
          points.map(({ twd }) => twd),
          metrics.avg_twd,
        )}
        relative={{
          percent: stability.relative_twd,
          all: stability.twd,
          unit: "°",
          word: "shiftier",
          most: "shiftiest",
        }}
      />
      {!hasOthers && (
        <div className={styles.alone}>
          <p>For relative stability metrics to be calculated, you must have more than one wind report.</p>
          <ButtonLink to="/wind" icon={Wind}>
            Wind files
          </ButtonLink>
        </div>
      )}
      <p className={styles.meaning}>
        Box: the middle half of the time. Line: the median. Whiskers: lowest and highest.
        {hasOthers && " Scales: standard deviation about the 10-minute trend, of all your reports."}
      </p>
    </section>
  );
}

interface Relative {
  /** Percent of the owner's other reports that were steadier; null with fewer than two reports. */
  percent: number | null;
  /** Five numbers over all reports, in `unit`. */
  all: readonly number[] | null;
  unit: string;
  word: string;
  most: string;
}

interface QuantityProps {
  name: string;
  unit: string;
  five: readonly number[] | null;
  relative: Relative;
}

function Quantity({ name, unit, five, relative }: QuantityProps) {
  return (
    <div className={styles.quantity}>
      <h3>
        {name} <span className="caption">difference from the average, {unitName(unit)}</span>
      </h3>
      {five ? <BoxPlot name={name} unit={unit} five={five} /> : <p className="small secondary">Not in this log.</p>}
      {relative.percent !== null && <Beside {...relative} percent={relative.percent} />}
    </div>
  );
}

const MARGIN = { top: 0, right: 16, bottom: 22, left: 16 };
const HEIGHT = 68;

const UNIT_WORDS: Record<string, string> = {
  "°": "degrees",
  kn: "knots",
  "m/s": "metres per second",
  "km/h": "kilometres per hour",
};

function BoxPlot({ name, unit, five }: { name: string; unit: string; five: readonly number[] }) {
  const [low = 0, q1 = 0, median = 0, q3 = 0, high = 0] = five;
  const reach = Math.max(Math.abs(low), Math.abs(high)) || 1;
  const labels = five.map((value) => signed(inUnit(value, unit), 1));
  const label = `${name}, difference from the average in ${UNIT_WORDS[unitName(unit)]}: lowest ${labels[0]}, lower quartile ${labels[1]}, median ${labels[2]}, upper quartile ${labels[3]}, highest ${labels[4]}`;
  return (
    <Chart margin={MARGIN} height={HEIGHT}>
      {(frame) => {
        const x = scaleLinear([-reach, reach], [frame.left, frame.right]).nice(4);
        return (
          <Drawing frame={frame} label={label}>
            <LowerAxis frame={frame} x={x} ticks={x.ticks(4)} hasRules standard={unit} format={signed} />
            <g className={styles.box}>
              <path d={`M${x(low)} 23H${x(high)}M${x(low)} 15v16M${x(high)} 15v16`} />
              <rect x={x(q1)} width={x(q3) - x(q1)} y="9" height="28" rx="3" />
              <path d={`M${x(median)} 9v28`} />
            </g>
          </Drawing>
        );
      }}
    </Chart>
  );
}

/** "+1.50", "−0.20", "0" */
export const signed = (value: number, digits: number): string => {
  const text = fixed(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
};

/** The sentence of the specification, and where the report stands among the others. */
function Beside({ percent, all, unit, word, most }: Relative & { percent: number }) {
  const whole = Math.round(percent);
  const end = (value: number | undefined) => (value === undefined ? "" : `, ${fixed(value, 1)}${unit}`);
  return (
    <>
      <p className={styles.sentence}>
        This report was {word} than {whole}% of your other reports.
      </p>
      <div className={styles.scale} aria-hidden="true">
        <i style={{ left: `${percent}%` }} />
      </div>
      <div className={styles.ends}>
        <span>steadiest{end(all?.[0])}</span>
        <span>
          {most}
          {end(all?.[4])}
        </span>
      </div>
    </>
  );
}
