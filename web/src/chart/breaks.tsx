import type { FileAnalysis } from "@leebow/core";
import { durationText } from "../format/durations";
import type { TimeRange } from "../playback/clock";
import styles from "./chart.module.css";
import type { Frame } from "./frame";
import { endsOf, type Scale } from "./scales";

/** A gap without fixes, or a loss of the file. */
export interface Break {
  from_ms: number;
  to_ms: number;
  kind: "pause" | "lost";
  label: string;
}

/** Gaps of the track ("pause") and losses of the file ("lost"). */
export function breaksOf(report: FileAnalysis, time_ms: Float64Array, piece_starts: Uint32Array): Break[] {
  const paused = report.events.filter(({ kind }) => kind === "pause").map(({ time }) => Date.parse(time));
  const gap = (from_ms: number, to_ms: number): Break => {
    // A device stops its timer near its last fix.
    const isPaused = paused.some((at) => at >= from_ms - 2000 && at <= to_ms);
    return { from_ms, to_ms, kind: "pause", label: isPaused ? "paused" : "no fixes" };
  };
  const pauses = [...piece_starts].slice(1).map((row) => gap(time_ms[row - 1]!, time_ms[row]!));
  const lost = report.damage.losses
    .filter(({ time_ms, kind }) => time_ms !== null && kind !== "jump")
    .map((loss): Break => ({ from_ms: loss.time_ms!, to_ms: loss.time_ms!, kind: "lost", label: "" }));
  return [...pauses, ...lost];
}

/** Width of a letter of a label, px. *guess* */
const LETTER_PX = 6;

/** Losses of the file are hatched, gaps are grey. */
export function Breaks({ frame: { top, bottom }, x, breaks }: { frame: Frame; x: Scale; breaks: readonly Break[] }) {
  const [start_ms, end_ms] = endsOf(x);
  const height = bottom - top;
  return (
    <>
      <defs>
        <pattern id="chart-hatch" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={6} height={6} fill="var(--warn-soft)" />
          <path d="M0 0V6" stroke="var(--warn)" strokeWidth={2} />
        </pattern>
        <pattern id="chart-left-out" width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={7} height={7} fill="var(--sunken)" />
          <path d="M0 0V7" stroke="var(--line-strong)" />
        </pattern>
      </defs>
      {breaks.map(({ from_ms, to_ms, kind, label }) => {
        if (to_ms < start_ms || from_ms > end_ms) return null;
        const left = x(Math.max(from_ms, start_ms));
        const isLost = kind === "lost";
        const width = Math.max(isLost ? 4 : 1, x(Math.min(to_ms, end_ms)) - left);
        return (
          <g key={`${kind} ${from_ms}`}>
            <rect
              x={left}
              y={top}
              width={width}
              height={height}
              fill={isLost ? "url(#chart-hatch)" : "var(--sunken)"}
            />
            {isLost && <path d={`M${left} ${top}V${bottom}`} stroke="var(--warn)" strokeWidth={1.5} />}
            {label && <title>{`${label} for ${durationText((to_ms - from_ms) / 1000)}`}</title>}
            {width > label.length * LETTER_PX && (
              <text x={left + width / 2} y={top + height / 2} textAnchor="middle" className={styles.tick}>
                {label}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

/** What is left out of the recording, hatched over the whole height of the plot. */
export function LeftOut({ frame: { top, bottom }, x, times }: { frame: Frame; x: Scale; times: readonly TimeRange[] }) {
  const [start_ms, end_ms] = endsOf(x);
  return times.map(({ from_ms, to_ms }) => {
    const left = x(Math.max(from_ms, start_ms));
    const width = x(Math.min(to_ms, end_ms)) - left;
    return (
      width > 0 && (
        <rect key={from_ms} x={left} y={top} width={width} height={bottom - top} fill="url(#chart-left-out)" />
      )
    );
  });
}
