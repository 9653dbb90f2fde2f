import type { FileAnalysis } from "@leebow/core";
import type { TimeRange } from "../playback/clock";
import styles from "./chart.module.css";
import type { Frame } from "./frame";
import { endsOf, type Scale } from "./scales";
import { BAND } from "./tack-band";

/** A moment recorded by the device or by a button on it. */
export interface DeviceMark {
  at_ms: number;
  /** Name of the mark; laps have none. */
  label: string | null;
}

const TICK_PX = 6;

/** Start signal, finish, marks set by hand, and the starts of all laps except the first. */
export function deviceMarks({ events, laps }: FileAnalysis): DeviceMark[] {
  const begun = laps.slice(1).map(({ start_time }): DeviceMark => ({ at_ms: Date.parse(start_time), label: null }));
  const names: Partial<Record<FileAnalysis["events"][number]["kind"], string>> = {
    race_start: "Start",
    race_end: "Finish",
    mark: "Mark",
  };
  const pressed = events.flatMap(({ kind, time }): DeviceMark[] =>
    names[kind] ? [{ at_ms: Date.parse(time), label: names[kind] }] : [],
  );
  return [...begun, ...pressed];
}

/** Laps as ticks at the bottom of the plot; other marks as vertical lines with their names. */
export function DeviceMarks({ frame: { top, bottom }, x, marks }: { frame: Frame; x: Scale; marks: DeviceMark[] }) {
  const [from_ms, to_ms] = endsOf(x);
  return marks
    .filter(({ at_ms }) => at_ms >= from_ms && at_ms <= to_ms)
    .map(({ at_ms, label }) => (
      <g key={`${at_ms} ${label}`} transform={`translate(${x(at_ms)} 0)`}>
        <path d={`M0 ${bottom}V${label ? top : bottom - TICK_PX}`} stroke="var(--ink-2)" />
        <text x={4} y={top + 9} className={styles.label}>
          {label}
        </text>
      </g>
    ));
}

const COVER_TOP = BAND.top + BAND.height + 3;

/** A bar under the band of the straights where there is video. */
export function Cover({ x, cover }: { x: Scale; cover: TimeRange | null }) {
  if (!cover) return null;
  const [first, last] = [x.range()[0]!, x.range().at(-1)!];
  const [from, to] = [cover.from_ms, cover.to_ms].map((at_ms) => Math.min(last, Math.max(first, x(at_ms))));
  if (to! <= from!) return null;
  return (
    <path
      d={`M${from} ${COVER_TOP}H${to}M${from} ${COVER_TOP - 3}v6M${to} ${COVER_TOP - 3}v6`}
      stroke="var(--ink-2)"
      strokeWidth={1.5}
      fill="none"
    />
  );
}
