import type { StraightAnalysis } from "@leebow/api/contract";
import { scaleLinear } from "d3";
import { useState } from "react";
import { LowerAxis } from "../../chart/axes";
import { Chart, Drawing } from "../../chart/frame";
import type { Scale } from "../../chart/scales";
import { capital, fixed, listed } from "../../format/numbers";
import { Button } from "../../ui/button";
import { ScrollRegion } from "../../ui/scroll-region";
import { Table } from "../../ui/table";
import { variableOf } from "./quantities";
import styles from "./rhythm-analysis.module.css";
import { Section } from "./section";
import type { StraightRow } from "./time-window";

/** Rhythm Analysis: the lag of the speed behind each variable, overall and per straight. */
export function RhythmAnalysis({ rows }: { rows: readonly RhythmRow[] }) {
  const [isTable, setTable] = useState(false);
  return (
    <Section id="rhythm" title="Rhythm Analysis" remark="lag of speed behind, s" help={["RhythmLag.lag_s"]}>
      {rows.length === 0 ? (
        <p className="note">
          No rhythm was found here. It needs a fix at least every 2 s, a straight of at least 30 s, and a variable that
          the speed follows.
        </p>
      ) : (
        <>
          <LagPlot rows={rows} />
          <p className="note">{noteOf(rows)}</p>
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
      <text x={16} y={4} fill="var(--ink-2)">
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
      <Table
        className={styles.table}
        caption="Lags in seconds"
        heads={["Lag, s", ...rows.map(({ label }) => label)]}
        rows={[
          ["All Segments", ...rows.map(({ lag_s }) => fixed(lag_s, 1))],
          ...names.map((name) => [name, ...rows.map((row) => fixed(lagOf(row, name), 1))]),
        ]}
      />
    </ScrollRegion>
  );
}

// The rhythm: by how many seconds the speed follows each variable, overall and per straight.

type Lag = StraightRow["rhythm"][number];

interface RhythmPoint {
  /** Of the straight. */
  name: string;
  lag_s: number;
  /** Whether the correlation is stronger than chance. */
  isSure: boolean;
}

interface RhythmRow {
  variable: string;
  label: string;
  /** Over all straights. */
  lag_s: number;
  isSure: boolean;
  points: RhythmPoint[];
}

/** Standard errors that a correlation must differ from zero by. *guess*: about 95 %. */
const SURE_ERRORS = 2;

const isSure = ({ r, n_eff }: Lag): boolean => Math.abs(r) * Math.sqrt(Math.max(0, n_eff)) >= SURE_ERRORS;

/** An empty lag key of the server's contract. */
const NO_VARIABLE = "0";

/**
 * The variables with their lags, the smallest overall lag first. The lag key "0" is skipped, and a variable that is
 * computed from the speed: its lag says nothing.
 */
export function rhythmOf({ all_segments }: Pick<StraightAnalysis, "all_segments">, rows: readonly StraightRow[]) {
  const lags = (all_segments?.rhythm ?? []).filter(({ variable, linked }) => variable !== NO_VARIABLE && !linked);
  return lags
    .map((lag): RhythmRow => {
      const { variable, lag_s } = lag;
      const points = rows.flatMap(({ name, rhythm }) => {
        const own = rhythm.find((one) => one.variable === variable);
        return own ? [{ name, lag_s: own.lag_s, isSure: isSure(own) }] : [];
      });
      return { variable, label: variableOf(variable).label, lag_s, isSure: isSure(lag), points };
    })
    .sort((a, b) => a.lag_s - b.lag_s);
}

/** The speed of a boat does not move the wind: a wind that comes later says nothing. */
const WIND: ReadonlySet<string> = new Set(["tws", "twd"]);

/** What the sure lags say, in a sentence; null without any. */
export function rhythmSentence(rows: readonly RhythmRow[]): string | null {
  const sure = rows.filter((row) => row.isSure);
  const seconds = ({ lag_s }: RhythmRow) => `${fixed(Math.abs(lag_s), 1)} s`;
  const word = ({ variable }: RhythmRow) => variableOf(variable).name.replace(/,.*/, "");
  const led = sure.filter(({ lag_s }) => lag_s >= 0).map((row) => `${word(row)} after about ${seconds(row)}`);
  const followed = sure
    .filter(({ variable, lag_s }) => lag_s < 0 && !WIND.has(variable))
    .map((row) => `${word(row)} follows it after ${seconds(row)}`);
  const sentences = [
    led.length > 0 && `Speed follows ${listed(led)}.`,
    followed.length > 0 && capital(`${listed(followed)}.`),
  ];
  return sentences.filter(Boolean).join(" ") || null;
}
