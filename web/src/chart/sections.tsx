import { STAR_PATH } from "../look/shapes";
import type { TimeRange } from "../playback/clock";
import { Brush, type Selection } from "./brush";
import styles from "./chart.module.css";
import type { Frame } from "./frame";
import { endsOf, type Scale } from "./scales";

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
