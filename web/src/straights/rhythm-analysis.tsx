import { scaleLinear } from "d3";
import { useState } from "react";
import { LowerAxis } from "../chart/axes";
import { Chart, Drawing } from "../chart/frame";
import type { Scale } from "../chart/scales";
import { Button } from "../components/button";
import { ScrollRegion } from "../components/scroll-region";
import { fixed } from "../format/numbers";
import { type RhythmRow, rhythmSentence } from "./rhythm";
import styles from "./rhythm-analysis.module.css";
import { Section } from "./section";

/** Rhythm Analysis: the lag of the speed behind each variable, overall and per straight. */
export function RhythmAnalysis({ rows }: { rows: readonly RhythmRow[] }) {
  const [isTable, setTable] = useState(false);
  return (
    <Section id="rhythm" title="Rhythm Analysis" remark="lag of speed behind, s" help={["RhythmLag.lag_s"]}>
      {rows.length === 0 ? (
        <p className={styles.note}>
          No rhythm was found here. It needs a fix at least every 2 s, a straight of at least 30 s, and a variable that
          the speed follows.
        </p>
      ) : (
        <>
          <LagPlot rows={rows} />
          <p className={styles.note}>{noteOf(rows)}</p>
          <div className={styles.foot}>
            <Button kind="quiet" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? "Hide numbers" : "Show numbers"}
            </Button>
          </div>
          {isTable && <LagTable rows={rows} />}
        </>
      )}
    </Section>
  );
}

function noteOf(rows: readonly RhythmRow[]): string {
  const meaning = "Each dot is one straight, the line all of them. Hollow: not sure.";
  return `${rhythmSentence(rows) ?? "No lag is sure."} ${meaning}`;
}

const MARGIN = { top: 6, right: 16, bottom: 22, left: 76 };
const ROW_PX = 34;

function LagPlot({ rows }: { rows: readonly RhythmRow[] }) {
  const all = rows.flatMap(({ lag_s, points }) => [lag_s, ...points.map((point) => point.lag_s)]);
  return (
    <Chart margin={MARGIN} height={MARGIN.top + rows.length * ROW_PX + MARGIN.bottom}>
      {(frame) => {
        const x = scaleLinear([Math.min(0, ...all), Math.max(1, ...all)], [frame.left, frame.right]).nice(4);
        const ticks = x.ticks(4);
        const text = (tick: number, digits: number) => `${fixed(tick, digits)}${tick === ticks.at(-1) ? " s" : ""}`;
        return (
          <Drawing frame={frame}>
            <LowerAxis frame={frame} x={x} ticks={ticks} hasRules format={text} />
            {rows.map((row, at) => (
              <g key={row.variable} transform={`translate(0 ${frame.top + (at + 0.5) * ROW_PX})`}>
                <Lags row={row} x={x} />
              </g>
            ))}
          </Drawing>
        );
      }}
    </Chart>
  );
}

/** The lags of a variable: a dot for each straight, a line for all of them; what is not sure is hollow or dashed. */
function Lags({ row: { label, lag_s, isSure, points }, x }: { row: RhythmRow; x: Scale }) {
  return (
    <>
      <text x={16} y={4} className={styles.label}>
        {label}
      </text>
      {points.map((point) => (
        <circle key={point.name} cx={x(point.lag_s)} r={3.5} className={point.isSure ? styles.dot : styles.hollow}>
          <title>{`${point.name}: ${fixed(point.lag_s, 1)} s`}</title>
        </circle>
      ))}
      <path d={`M${x(lag_s)}-9v18`} className={isSure ? styles.mean : styles.unsure} />
      <text x={x(lag_s) + 6} y={-5} className={styles.figure}>
        {fixed(lag_s, 1)}
      </text>
    </>
  );
}

function LagTable({ rows }: { rows: readonly RhythmRow[] }) {
  const names = [...new Set(rows.flatMap(({ points }) => points.map(({ name }) => name)))];
  const lagOf = (row: RhythmRow, name: string) => row.points.find((point) => point.name === name)?.lag_s;
  return (
    <ScrollRegion label="Lags in seconds">
      <table className={styles.table}>
        <caption className="visually-hidden">Lags in seconds</caption>
        <thead>
          <tr>
            <th scope="col">Lag, s</th>
            {rows.map(({ variable, label }) => (
              <th key={variable} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.all}>
            <th scope="row">All Segments</th>
            {rows.map(({ variable, lag_s }) => (
              <td key={variable}>{fixed(lag_s, 1)}</td>
            ))}
          </tr>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {rows.map((row) => (
                <td key={row.variable}>{fixed(lagOf(row, name), 1)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
