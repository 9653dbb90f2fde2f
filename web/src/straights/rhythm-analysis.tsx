import { scaleLinear } from "d3";
import { useState } from "react";
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

/** Places in percent of the width, so that it follows its card without being measured. */
function LagPlot({ rows }: { rows: readonly RhythmRow[] }) {
  const all = rows.flatMap(({ lag_s, points }) => [lag_s, ...points.map((point) => point.lag_s)]);
  const x = scaleLinear([Math.min(0, ...all), Math.max(1, ...all)], [0, 100]).nice(4);
  const ticks = x.ticks(4);
  return (
    <div className={styles.plot} aria-hidden="true">
      {rows.map(({ variable, label, lag_s, isSure, points }) => (
        <div key={variable} className={styles.line}>
          <span className={styles.label}>{label}</span>
          <div className={styles.lane}>
            {ticks.map((tick) => (
              <s key={tick} style={{ left: `${x(tick)}%` }} />
            ))}
            {points.map((point) => (
              <i
                key={point.name}
                className={point.isSure ? styles.dot : styles.hollow}
                style={{ left: `${x(point.lag_s)}%` }}
                title={`${point.name}: ${fixed(point.lag_s, 1)} s`}
              />
            ))}
            <b className={isSure ? styles.mean : styles.doubt} style={{ left: `${x(lag_s)}%` }}>
              <span>{fixed(lag_s, 1)}</span>
            </b>
          </div>
        </div>
      ))}
      <div className={styles.line}>
        <span className={styles.label} />
        <div className={styles.ticks}>
          {ticks.map((tick) => (
            <span key={tick} style={{ left: `${x(tick)}%` }}>
              {fixed(tick, Number.isInteger(tick) ? 0 : 1)}
              {tick === ticks.at(-1) && " s"}
            </span>
          ))}
        </div>
      </div>
    </div>
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
