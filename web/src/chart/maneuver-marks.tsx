import { type FileAnalysis, type Maneuver, markLetter, SEGMENT_KINDS } from "@leebow/core";
import { durationText } from "../format/times";
import { STAR_PATH } from "../look/shapes";
import type { TimeRange } from "../playback/clock";
import { Brush, type Selection } from "./brush";
import styles from "./chart.module.css";
import type { Frame } from "./frame";
import { endsOf, type Scale } from "./scales";
import { BAND } from "./tack-band";

const MIDDLE = BAND.top + BAND.height / 2;
const RADIUS = 7;
/** Circles nearer than this overlap, px. */
const MIN_DISTANCE_PX = 11;

interface ManeuverMarksProps {
  frame: Frame;
  x: Scale;
  maneuvers: readonly Maneuver[];
  /** Index of the chosen maneuver; −1 for none. */
  chosen: number;
  /** Indices of the maneuvers that are shown, beside the chosen one; null for all. */
  visible: ReadonlySet<number> | null;
  onManeuver: (index: number) => void;
}

/**
 * Maneuvers: lettered circles on the band with a dotted drop line; the chosen one is yellow, those not counted dashed.
 * Marks too near to their neighbour are ticks until the chart is zoomed in. The chosen one always has a circle.
 */
export function ManeuverMarks({ frame, x, maneuvers, chosen, visible, onManeuver }: ManeuverMarksProps) {
  const [from_ms, to_ms] = endsOf(x);
  const shown = maneuvers.flatMap((maneuver, index) => {
    const at_ms = Date.parse(maneuver.time);
    const isShown = (index === chosen || (visible?.has(index) ?? true)) && at_ms >= from_ms && at_ms <= to_ms;
    return isShown ? [{ maneuver, index, at: x(at_ms) }] : [];
  });
  const chosen_x = shown.find(({ index }) => index === chosen)?.at ?? -Infinity;
  let last_x = -Infinity;
  return shown.map(({ maneuver, index, at }) => {
    const isFree = at - last_x >= MIN_DISTANCE_PX && Math.abs(at - chosen_x) >= MIN_DISTANCE_PX;
    if (index !== chosen && !isFree)
      return <path key={index} d={`M${at} ${BAND.top + 2}v${BAND.height - 4}`} stroke="var(--ink-3)" />;
    last_x = at;
    return (
      <Mark
        key={index}
        maneuver={maneuver}
        x={at}
        bottom={frame.bottom}
        isChosen={index === chosen}
        onClick={() => onManeuver(index)}
      />
    );
  });
}

interface MarkProps {
  maneuver: Maneuver;
  x: number;
  bottom: number;
  isChosen: boolean;
  onClick: () => void;
}

function Mark({ maneuver: { kind, counted }, x, bottom, isChosen, onClick }: MarkProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The list of maneuvers has the same for keys.
    <g transform={`translate(${x} ${MIDDLE})`} className={styles.pressed} onClick={onClick}>
      <path d={`M0 ${RADIUS}V${bottom - MIDDLE}`} stroke="var(--ink-3)" strokeDasharray="1.5 3" />
      <circle
        r={RADIUS}
        fill={isChosen ? "var(--accent)" : "var(--surface)"}
        stroke={isChosen ? "var(--on-accent)" : "var(--ink-2)"}
        strokeWidth={1.25}
        strokeDasharray={counted ? "none" : "3 2.3"}
      />
      <text y={3.6} textAnchor="middle" className={styles.letter} fill={isChosen ? "var(--on-accent)" : "var(--ink)"}>
        {markLetter(kind)}
      </text>
      <title>{`${SEGMENT_KINDS[kind].name}${counted ? "" : ", not counted"}`}</title>
    </g>
  );
}

/** A moment recorded by the device or by a button on it. */
interface DeviceMark {
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
        <text x={4} y={top + 9} fill="var(--ink-2)">
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

/** Middle of a star above the bottom of the plot, px. */
const STAR_UP_PX = 10;

interface SectionsProps {
  frame: Frame;
  x: Scale;
  /** The section that is being set. */
  draft: TimeRange | null;
  /** Starts of the stored sections, ms. */
  stars: readonly number[];
  onSectionEnd: (end: keyof TimeRange, at_ms: number) => void;
  onStar: (index: number) => void;
}

/** The window of the section that is being set, and a star at the foot of each stored section. */
export function Sections({ frame, x, draft, stars, onSectionEnd, onStar }: SectionsProps) {
  const [from_ms, to_ms] = endsOf(x);
  const selection = draftSelection(draft, x);
  return (
    <>
      {stars.map(
        (at_ms, index) =>
          at_ms >= from_ms &&
          at_ms <= to_ms && (
            // biome-ignore lint/a11y/noStaticElementInteractions: The list of stars has the same for keys.
            <g
              key={at_ms}
              transform={`translate(${x(at_ms)} ${frame.bottom - STAR_UP_PX})`}
              className={styles.pressed}
              onClick={() => onStar(index)}
            >
              <circle r="12" fill="transparent" />
              <path d={STAR_PATH} transform="scale(.85)" className={styles.star} />
            </g>
          ),
      )}
      {selection && (
        <Brush
          frame={frame}
          selection={selection}
          endsOnly
          onBrush={([a, b], part) => {
            const isStart = part === "start";
            onSectionEnd(isStart ? "from_ms" : "to_ms", x.invert(isStart ? a : b));
          }}
        />
      )}
    </>
  );
}

/** The part of a section that the chart shows; null without any. */
export function draftSelection(draft: TimeRange | null, x: Scale): Selection | null {
  const [left, right] = [x.range()[0]!, x.range().at(-1)!];
  if (!draft || x(draft.to_ms) <= left || x(draft.from_ms) >= right) return null;
  return [Math.max(left, x(draft.from_ms)), Math.min(right, x(draft.to_ms))];
}

/** A gap without fixes, or a loss of the file. */
interface Break {
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
