import { type Maneuver, markLetter, SEGMENT_KINDS } from "@leebow/core";
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
