import { useMemo, useRef } from "react";
import { fixed } from "../format/numbers";
import { clockSeconds } from "../format/times";
import { PHONE, useMedia } from "../look/use-media";
import { useWidth } from "../look/use-width";
import styles from "./chart.module.css";
import { ChartGround, ChartLine, type Frame, MARGIN, valueAxis } from "./chart-lines";
import { layoutParts, placeOf } from "./parts";
import type { ChartSpan } from "./rows";
import { extentOf, type Series, valueAt } from "./series";
import { compass, type Variable, withUnit } from "./variables";
import { useWindowDrag, type WindowControl } from "./window-drag";
import { WindowHandles } from "./window-handles";

export interface ChartProps {
  variable: Variable;
  series: Series;
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

/** One variable over the straights. */
export function StraightChart(props: ChartProps) {
  const { variable, series, spans, zone, window, onKeyed, isFirst, hover_ms, highlighted } = props;
  const holder = useRef<HTMLDivElement>(null);
  const width = useWidth(holder);
  const plot = useMedia(PHONE) ? 88 : 100;
  const frame = useMemo<Frame>(() => ({ width, top: isFirst ? 26 : 18, height: plot }), [width, isFirst, plot]);
  const parts = useMemo(
    () => layoutParts(spans, { left: MARGIN.left, width: Math.max(40, width - MARGIN.left - MARGIN.right) }),
    [spans, width],
  );
  const axis = useMemo(() => {
    const found = extentOf(series, spans);
    return found && valueAxis(found, variable.isDirection ?? false, frame);
  }, [series, spans, variable, frame]);
  const drag = useWindowDrag(holder, parts, window, props.onHover);
  const sides = useMemo(() => new Map(spans.map(({ name, side }) => [name, side])), [spans]);
  const height = frame.top + frame.height + MARGIN.bottom;
  return (
    <div ref={holder} className={styles.chart} style={{ height }} {...drag}>
      {width > 0 && axis && (
        <>
          <svg width={width} height={height} role="img" aria-label={`${withUnit(variable)} over the straights`}>
            <ChartGround
              frame={frame}
              parts={parts}
              sides={sides}
              axis={axis}
              variable={variable}
              zone={zone}
              isNamed={isFirst}
              highlighted={highlighted}
            />
          </svg>
          <ChartLine
            frame={frame}
            parts={parts}
            axis={axis}
            series={series}
            isDirection={variable.isDirection ?? false}
          />
          {window.value && (
            <WindowHandles
              frame={frame}
              parts={parts}
              value={window.value}
              onKeyed={isFirst ? onKeyed : null}
              zone={zone}
            />
          )}
          {hover_ms !== null && (
            <Hairline at_ms={hover_ms} x={placeOf(parts, hover_ms)} frame={frame} {...{ variable, series, zone }} />
          )}
        </>
      )}
      {width > 0 && !axis && <p className={styles.none}>{variable.label} has no value in these straights.</p>}
    </div>
  );
}

interface HairlineProps {
  at_ms: number;
  x: number;
  frame: Frame;
  variable: Variable;
  series: Series;
  zone: string | null;
}

/** The moment under the pointer with its value. */
function Hairline({ at_ms, x, frame: { width, top, height }, variable, series, zone }: HairlineProps) {
  const value = valueAt(series, at_ms);
  const text = fixed(variable.isDirection ? compass(value) : value, variable.decimals);
  const side = x > width / 2 ? { right: width - x + 8 } : { left: x + 8 };
  return (
    <>
      <div className={styles.hair} style={{ left: x, top, height }} />
      <div className={styles.readout} style={{ top: top + 2, ...side }} aria-hidden="true">
        <b>{text}</b> {variable.unit} {clockSeconds(at_ms, zone)}
      </div>
    </>
  );
}
