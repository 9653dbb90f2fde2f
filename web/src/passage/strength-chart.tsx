import type { Passage } from "@leebow/core";
import { scaleLinear } from "d3";
import { Chart, Drawing, type Frame } from "../chart/frame";
import { amount, fixed } from "../format/numbers";
import { unitName } from "../format/units";
import styles from "./passage-view.module.css";

const MARGIN = { top: 26, right: 16, bottom: 26, left: 16 };
const HEIGHT_PX = 210;
/** Between two bars. */
const GAP_PX = 2;
const HOUR_S = 3600;

/** Hours under sail by the strength of the true wind. */
export function StrengthChart({ passage }: { passage: Passage }) {
  const unit = unitName("kn");
  return (
    <section className={styles.card} aria-labelledby="passage-strength">
      <div className={styles.head}>
        <h2 id="passage-strength">Wind strength</h2>
        <span className="grow" />
        <span className="caption">hours under sail, true wind in {unit}</span>
      </div>
      <Chart margin={MARGIN} height={HEIGHT_PX} role="img" aria-label={description(passage, unit)}>
        {(frame) => <Bars passage={passage} frame={frame} />}
      </Chart>
    </section>
  );
}

function description({ strengths_kn, tws_median_kn }: Passage, unit: string): string {
  const bins = strengths_kn.map(
    ({ from, to, time_s }) =>
      `${amount(from, 0, "kn")} to ${amount(to, 0, "kn")} ${unit}: ${fixed(time_s / HOUR_S, 1)} h`,
  );
  return `Wind strength, median ${amount(tws_median_kn, 1, "kn")} ${unit}. ${bins.join(", ")}`;
}

function Bars({ passage: { strengths_kn, tws_median_kn }, frame }: { passage: Passage; frame: Frame }) {
  const most_s = Math.max(...strengths_kn.map(({ time_s }) => time_s));
  const x = scaleLinear([strengths_kn[0]!.from, strengths_kn.at(-1)!.to], [frame.left, frame.right]);
  const y = scaleLinear([0, most_s], [frame.bottom, frame.top]);
  const ticks = [...strengths_kn.map(({ from }) => from), strengths_kn.at(-1)!.to];
  return (
    <Drawing frame={frame}>
      {strengths_kn.map(({ from, to, time_s }) => (
        <g key={from}>
          <rect
            x={x(from) + GAP_PX / 2}
            width={Math.max(1, x(to) - x(from) - GAP_PX)}
            y={y(time_s)}
            height={frame.bottom - y(time_s)}
            rx="2"
            className={styles.strength}
          />
          {time_s > 0 && (
            <text x={x((from + to) / 2)} y={y(time_s) - 5} textAnchor="middle" className={styles.tick}>
              {fixed(time_s / HOUR_S, 1)}
            </text>
          )}
        </g>
      ))}
      <path d={`M${frame.left} ${frame.bottom}H${frame.right}`} className={styles.base} />
      {ticks.map((kn) => (
        <text key={kn} x={x(kn)} y={frame.bottom + 17} textAnchor="middle" className={styles.tick}>
          {amount(kn, 0, "kn")}
        </text>
      ))}
      {tws_median_kn !== null && (
        <g>
          <path d={`M${x(tws_median_kn)} ${frame.top - 12}V${frame.bottom}`} className={styles.median} />
          <text x={x(tws_median_kn) + 5} y={frame.top - 14} className={styles.medianText}>
            median {amount(tws_median_kn, 1, "kn")}
          </text>
        </g>
      )}
    </Drawing>
  );
}
