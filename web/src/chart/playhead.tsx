import { select } from "d3";
import { useEffect, useRef } from "react";
import { clockSeconds } from "../format/times";
import type { Playback } from "../playback/playback";
import styles from "./chart.module.css";
import type { Frame } from "./frame";
import { endsOf, type Scale } from "./scales";

/** Half the width of the time label, px, which stays inside the chart. */
const LABEL_HALF_PX = 30;
/** Half the width of a digit or letter of a tick, px. *guess* */
const HALF_LETTER_PX = 3;

interface PlayheadProps {
  frame: Frame;
  x: Scale;
  y: Scale;
  playback: Pick<Playback, "loop" | "time_ms">;
  zone: string | null;
  /** The value of the focused boat in display units; NaN without one. */
  valueAt: (at_ms: number) => number;
}

/**
 * The present moment: a composited element with the time and a dot on the line of the focused boat. It is moved in the
 * frame loop, without React, and nothing else of the chart changes while a replay plays.
 */
export function Playhead({ frame, x, y, playback, zone, valueAt }: PlayheadProps) {
  const root = useRef<HTMLDivElement>(null);
  const dot = useRef<HTMLElement>(null);
  const label = useRef<HTMLElement>(null);
  useEffect(() => {
    const [from_ms, to_ms] = endsOf(x);
    const write = changesOnly();
    const hideTicks = ticksHider(frame.element, x);
    return playback.loop.subscribe("chart", () => {
      const at_ms = playback.time_ms;
      const isInside = at_ms >= from_ms && at_ms <= to_ms;
      const at_px = isInside ? x(at_ms) : Number.NaN;
      write("head", isInside ? `translateX(${at_px.toFixed(2)}px)` : "", (transform) => {
        Object.assign(root.current!.style, { visibility: isInside ? "visible" : "hidden", transform });
        const inset_px = isInside ? insetOf(at_px, frame.width) : 0;
        label.current!.style.left = `${inset_px}px`;
        hideTicks(at_px + inset_px);
      });
      if (!isInside) return;
      const value = valueAt(at_ms);
      write("dot", Number.isNaN(value) ? "" : `translateY(${y(value).toFixed(1)}px)`, (transform) => {
        Object.assign(dot.current!.style, { visibility: transform === "" ? "hidden" : "inherit", transform });
      });
      write("time", clockSeconds(at_ms, zone), (text) => {
        label.current!.textContent = text;
      });
    });
  }, [frame, x, y, playback, zone, valueAt]);
  return (
    <div ref={root} className={styles.playhead}>
      <i />
      <u ref={dot} />
      <b ref={label} />
    </div>
  );
}

/** Writes to the page what differs from the last frame. */
function changesOnly(): (key: string, value: string, write: (value: string) => void) => void {
  const written = new Map<string, string>();
  return (key, value, write) => {
    if (written.get(key) === value) return;
    written.set(key, value);
    write(value);
  };
}

/** How far the time label is moved from its playhead to stay inside the chart, px. */
const insetOf = (x: number, width: number): number =>
  Math.max(0, LABEL_HALF_PX - x) - Math.max(0, x + LABEL_HALF_PX - width);

/** Hides the times of the axis that a label with this middle would cover in part; NaN covers none. */
function ticksHider(element: HTMLElement, x: Scale): (middle: number) => void {
  const ticks = select(element)
    .selectAll<SVGGElement, number>(`.${styles.below} .tick`)
    .nodes()
    .map((node) => {
      const half = (node.textContent?.length ?? 0) * HALF_LETTER_PX;
      const at = x(select<SVGGElement, number>(node).datum());
      return { node, left: at - half, right: at + half, isHidden: false };
    });
  for (const { node } of ticks) node.style.visibility = "";
  return (middle) => {
    for (const tick of ticks) {
      const isHidden = tick.right > middle - LABEL_HALF_PX && tick.left < middle + LABEL_HALF_PX;
      if (isHidden === tick.isHidden) continue;
      tick.isHidden = isHidden;
      tick.node.style.visibility = isHidden ? "hidden" : "";
    }
  };
}
