import { useMemo } from "react";
import { TimeAxis, ValueAxis } from "../../chart/axes";
import { Brush, type BrushPart, type EndKeys, RangeEnds, type Selection } from "../../chart/brush";
import { Chart, Drawing, type Frame, Hairline, Note, useHover } from "../../chart/frame";
import { type CanvasLine, LineCanvas } from "../../chart/line-canvas";
import { momentAt, partScale, type Scale, timeScale, valueScale } from "../../chart/scales";
import { TackBand } from "../../chart/tack-band";
import { compass, fixed } from "../../format/numbers";
import { clockSeconds } from "../../format/times";
import { inUnit, unitName } from "../../format/units";
import { PHONE, useMedia } from "../../look/use-media";
import { nameWithUnit, type Variable } from "./quantities";
import { extentOf, type VariableSeries, valueAt } from "./series";
import styles from "./straight-chart.module.css";
import { type ChartSpan, clampWindow, stepMoment, type TimeWindow, withEnd } from "./time-window";

/** The window of time of all charts. `draft`: while it is dragged. */
interface WindowControl {
  value: TimeWindow | null;
  draft: (window: TimeWindow | null) => void;
  set: (window: TimeWindow | null) => void;
}

interface ChartProps {
  variable: Variable;
  series: VariableSeries;
  spans: readonly ChartSpan[];
  zone: string | null;
  window: WindowControl;
  /** Moves the window by keys. */
  onKeyed: WindowControl["set"];
  /** The first chart names the straights and has the ends of the window that take keys. */
  isFirst: boolean;
  hover_ms: number | null;
  onHover: (at_ms: number | null) => void;
  highlighted: string | null;
}

/** Left of the plot are the values, right of it half a label of the time axis. */
const MARGIN = { left: 40, right: 12, top: 18, bottom: 22 };
const NAMED_MARGIN = { ...MARGIN, top: 26 };

/** One variable over the straights. */
export function StraightChart(props: ChartProps) {
  const { variable, series, spans, isFirst } = props;
  const plot_px = useMedia(PHONE) ? 88 : 100;
  const margin = isFirst ? NAMED_MARGIN : MARGIN;
  const extent = useMemo(() => extentOf(series, spans), [series, spans]);
  return (
    <Chart margin={margin} height={margin.top + plot_px + margin.bottom} className={styles.chart}>
      {(frame) =>
        extent ? (
          <Drawn {...props} frame={frame} extent={extent} />
        ) : (
          <p className={styles.none}>{variable.label} has no value in these straights.</p>
        )
      }
    </Chart>
  );
}

interface DrawnProps extends ChartProps {
  frame: Frame;
  extent: [number, number];
}

function Drawn({ frame, extent, variable, series, spans, zone, window, ...props }: DrawnProps) {
  const { isFirst, hover_ms, onHover, onKeyed, highlighted } = props;
  const { isDirection = false } = variable;
  const x = useMemo(() => partScale(spans, frame), [spans, frame]);
  const { y, ticks } = useMemo(() => valueScale(extent, frame, { isDirection }), [extent, frame, isDirection]);
  const lines = useMemo(() => linesOf(series, spans, x, y), [series, spans, x, y]);
  useHover(frame, (at_px) => onHover(at_px === null ? null : momentAt(x, at_px)));
  const brushed = (selection: Selection, part: BrushPart, isDone: boolean) => {
    const next = windowOf(selection, part, window.value, x, spans);
    (isDone ? window.set : window.draft)(next);
  };
  const { value } = window;
  const selection = value && ([x(value.from_ms), x(value.to_ms)] as const);
  const format = isDirection ? (deg: number, digits: number) => fixed(compass(deg), digits) : fixed;
  return (
    <>
      <Drawing frame={frame} label={`${nameWithUnit(variable)} over the straights`}>
        {spans.map(({ name, side, from_ms, to_ms }) => (
          <TackBand
            key={name}
            frame={frame}
            left={x(from_ms)}
            width={x(to_ms) - x(from_ms)}
            side={side}
            name={name}
            isNamed={isFirst}
            isHighlighted={name === highlighted}
          />
        ))}
        <ValueAxis frame={frame} y={y} ticks={ticks} unit={variable.unit} format={format} />
        <TimeAxis frame={frame} x={x} zone={zone} />
        <Brush frame={frame} selection={selection} onBrush={brushed} />
      </Drawing>
      <LineCanvas frame={frame} lines={lines} />
      {selection && (
        <RangeEnds
          frame={frame}
          selection={selection}
          keys={isFirst ? keysOf(value!, spans, zone, onKeyed) : undefined}
        />
      )}
      {hover_ms !== null && (
        <>
          <Hairline frame={frame} x={x(hover_ms)} dots={[y(valueAt(series, hover_ms))]} />
          <Note frame={frame} x={x(hover_ms)} y={frame.top + 2} line>
            <b>{format(inUnit(valueAt(series, hover_ms), variable.unit), variable.decimals)}</b>{" "}
            {unitName(variable.unit)} {clockSeconds(hover_ms, zone)}
          </Note>
        </>
      )}
    </>
  );
}

/** A line within each straight. */
const linesOf = (series: VariableSeries, spans: readonly ChartSpan[], x: Scale, y: Scale): CanvasLine[] =>
  spans.map((span) => ({
    series,
    x: timeScale(span, { left: x(span.from_ms), right: x(span.to_ms) }),
    y,
    color: "--ink",
    width_px: 1.5,
    opacity: 1,
  }));

/** The window that a drag sets, clamped to the straights; the last one where none of them is left in it. */
function windowOf(
  [a, b]: Selection,
  part: BrushPart,
  value: TimeWindow | null,
  x: Scale,
  spans: readonly ChartSpan[],
): TimeWindow | null {
  const [from_ms, to_ms] = [momentAt(x, a), momentAt(x, b)];
  if (value && part === "start") return withEnd(value, "from_ms", from_ms, spans);
  if (value && part === "end") return withEnd(value, "to_ms", to_ms, spans);
  return clampWindow(from_ms, to_ms, spans) ?? value;
}

const keysOf = (
  value: TimeWindow,
  spans: readonly ChartSpan[],
  zone: string | null,
  onKeyed: WindowControl["set"],
): EndKeys => ({
  names: { from_ms: "Start of the window", to_ms: "End of the window" },
  range: value,
  bounds: { from_ms: spans[0]!.from_ms, to_ms: Math.max(...spans.map(({ to_ms }) => to_ms)) },
  step_ms: 1000,
  long_step_ms: 10_000,
  textOf: (at_ms) => clockSeconds(at_ms, zone),
  onMove: (end, by_ms) => onKeyed(withEnd(value, end, stepMoment(value[end], by_ms, spans), spans)),
  onClear: () => onKeyed(null),
});
