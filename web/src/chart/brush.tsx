import { brushX, type D3BrushEvent, pointer, select } from "d3";
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react";
import type { TimeRange } from "../playback/clock";
import { classes } from "../ui/classes";
import styles from "./chart.module.css";
import type { Frame } from "./frame";
import { sliderOf } from "./scales";

/** A range of a chart, px from its left edge. */
export type Selection = readonly [left: number, right: number];

/** What a drag changes: one end, both by the same distance, or it selects a new range. */
export type BrushPart = "start" | "end" | "both" | "new";

interface BrushProps {
  frame: Frame;
  /** The range that is shown and can be moved; null for none. Without it a range is shown while it is dragged. */
  selection?: Selection | null;
  /** Whether nothing but the ends of the selection can be dragged. */
  endsOnly?: boolean;
  /** Called while a range is dragged, and with `isDone` when it is released. */
  onBrush: (selection: Selection, part: BrushPart, isDone: boolean) => void;
  /** Called when the chart is pressed without a drag. */
  onPress?: (x: number) => void;
}

/** A pointer movement shorter than this is a press, px. *guess* */
const MIN_DRAG_PX = 4;
/** Width of the area of an end that takes the pointer, px. */
const END_PX = 28;
const PARTS: Record<string, BrushPart> = { overlay: "new", selection: "both", w: "start", e: "end" };

/** A gesture: what it changes, the selection when it began, and the last one; a press until it has moved. */
interface Gesture {
  part: BrushPart;
  began: Selection;
  last: Selection;
  isPress: boolean;
}

/** Selects a range of the plot, by d3's brush. What it shows is `selection`, whatever was dragged. */
export function Brush({ frame, selection, endsOnly = false, onBrush, onPress }: BrushProps) {
  const group = useRef<SVGGElement>(null);
  const gesture = useRef<Gesture | null>(null);
  const { left, right, top, bottom, height } = frame;
  const brush = useMemo(
    () =>
      brushX<unknown>()
        .extent([
          [left, top],
          [right, bottom],
        ])
        .handleSize(END_PX)
        .keyModifiers(false),
    [left, right, top, bottom],
  );
  const show = useEffectEvent(() => {
    const isFree = selection === undefined && gesture.current !== null;
    if (group.current && !isFree) select<SVGGElement, unknown>(group.current).call(brush.move, clone(selection));
  });
  const follow = useEffectEvent((event: D3BrushEvent<unknown>) => {
    // d3 reports also what `show` moves.
    if (!event.sourceEvent) return;
    if (event.type === "start") gesture.current = gestureOf(event);
    const now = gesture.current!;
    if (event.type === "brush") {
      now.last = dragged(event.selection as Selection, now);
      if (now.last[1] - now.last[0] >= MIN_DRAG_PX) now.isPress = false;
    }
    const isDone = event.type === "end";
    if (isDone) gesture.current = null;
    // A finger that scrolls the page drags nothing.
    const isIgnored = event.type === "start" || event.sourceEvent.type === "touchcancel";
    if (!isIgnored && !now.isPress) onBrush(now.last, now.part, isDone);
    else if (!isIgnored && isDone) onPress?.(now.began[0]);
    if (selection !== undefined || isDone) queueMicrotask(show);
  });
  useLayoutEffect(() => {
    brush.on("start brush end", (event) => follow(event));
    const drawn = select<SVGGElement, unknown>(group.current!).call(brush).style("touch-action", "pan-y");
    drawn.selectAll(".overlay, .selection").attr("pointer-events", endsOnly ? "none" : "all");
    // A drag may begin on the axis, too.
    drawn.select(".overlay").attr("y", 0).attr("height", height);
    return letFingersScroll(group.current!);
  }, [brush, endsOnly, height]);
  useLayoutEffect(show, [brush, selection?.[0], selection?.[1]]);
  return <g ref={group} className={selection === undefined ? styles.brush : styles.window} />;
}

const clone = (selection: Selection | null | undefined): [number, number] | null =>
  selection ? [selection[0], selection[1]] : null;

function gestureOf({ selection, sourceEvent }: D3BrushEvent<unknown>): Gesture {
  const { type } = (sourceEvent.target as Element & { __data__: { type: string } }).__data__;
  const [part, began] = [PARTS[type]!, selection as Selection];
  return { part, began, last: began, isPress: part === "new" };
}

/** The selection as it is dragged; an end that is dragged past the other stays that end. */
function dragged([a, b]: Selection, { part, began: [start, end] }: Gesture): Selection {
  if (part === "start") return [a === end ? b : a, end];
  if (part === "end") return [start, b === start ? a : b];
  return [a, b];
}

/** Keeps the movements of a finger that goes up or down from d3's brush, which would prevent that the page scrolls. */
function letFingersScroll(group: SVGGElement): () => void {
  let began: [number, number] = [0, 0];
  let isScroll: boolean | null = null;
  const begin = ({ touches }: TouchEvent) => {
    isScroll = null;
    began = pointer(touches[0]!, document.body);
  };
  const move = (event: TouchEvent) => {
    const [x, y] = pointer(event.touches[0]!, document.body);
    isScroll ??= Math.abs(y - began[1]) > Math.abs(x - began[0]);
    if (isScroll) event.stopPropagation();
  };
  group.addEventListener("touchstart", begin, { capture: true, passive: true });
  group.addEventListener("touchmove", move, { capture: true, passive: true });
  return () => {
    group.removeEventListener("touchstart", begin, { capture: true });
    group.removeEventListener("touchmove", move, { capture: true });
  };
}

/** How the ends of a range are moved by keys. */
export interface EndKeys {
  /** Accessible names of the ends. */
  names: { from_ms: string; to_ms: string };
  range: TimeRange;
  /** The range that it stays within. */
  bounds: TimeRange;
  /** Steps of the arrow keys, and of Page Up and Down and with Shift. */
  step_ms: number;
  long_step_ms: number;
  textOf: (at_ms: number) => string;
  onMove: (end: keyof TimeRange, by_ms: number) => void;
  onClear?: () => void;
}

interface RangeEndsProps {
  frame: Pick<Frame, "top" | "bottom">;
  selection: Selection;
  /** Without it the ends are dragged alone. */
  keys?: EndKeys | undefined;
}

/** The ends of a range as grips, above the brush that takes the pointer, which keys can move. */
export function RangeEnds({ frame: { top, bottom }, selection, keys }: RangeEndsProps) {
  return (["from_ms", "to_ms"] as const).map((end, at) => (
    <div
      key={end}
      data-end={end}
      className={classes(styles.end, keys && styles.keyed)}
      style={{ left: selection[at]!, top, height: bottom - top }}
      {...(keys ? sliderOfEnd(end, keys) : { "aria-hidden": true })}
    >
      <i />
    </div>
  ));
}

function sliderOfEnd(end: keyof TimeRange, { names, range, bounds, textOf, ...keys }: EndKeys) {
  const at_ms = range[end];
  const slider = sliderOf({
    label: names[end],
    from: bounds.from_ms,
    to: bounds.to_ms,
    at: at_ms,
    text: textOf(at_ms),
    step: keys.step_ms,
    long: keys.long_step_ms,
    unit: 1000,
    onMove: (next_ms) => next_ms !== at_ms && keys.onMove(end, next_ms - at_ms),
  });
  const onKeyDown = (event: KeyboardEvent) =>
    event.key === "Escape" && keys.onClear ? keys.onClear() : slider.onKeyDown(event);
  return { ...slider, onKeyDown };
}
