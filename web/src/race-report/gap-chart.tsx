import { scaleLinear } from "d3";
import { type KeyboardEvent, memo, useCallback, useMemo, useRef } from "react";
import { useSnapshot } from "valtio";
import { TimeAxis, ValueAxis } from "../chart/axes";
import { Chart, Drawing, type Frame } from "../chart/frame";
import { type CanvasLine, LineCanvas } from "../chart/line-canvas";
import { Playhead } from "../chart/playhead";
import { type Scale, timeScale } from "../chart/scales";
import { countText } from "../format/counts";
import { clockSeconds } from "../format/times";
import { PHONE, useMedia } from "../look/use-media";
import { boatColor } from "./boats";
import type { ReportClock } from "./clock";
import styles from "./gap-card.module.css";
import { EndLabels } from "./gap-labels";
import { FocusBand, LegBand } from "./gap-marks";
import { gapText } from "./gap-text";
import { type Gap, type GapUnit, gapAt, largestGap, lastMoment } from "./gaps";
import type { BoatsProps } from "./start-card";

interface GapChartProps extends BoatsProps {
  gaps: readonly Gap[];
  unit: GapUnit;
  clock: ReportClock;
  zone: string | null;
}

const HEIGHT = { wide: 320, phone: 300 };
const MARGIN = { top: 52, bottom: 26, left: 36 };
/** Room of the labels at the ends of the lines, px. */
const LABELS = { wide: 150, phone: 84 };
/** Steps of the arrow keys, ms. */
const STEP_MS = 1000;
const LONG_STEP_MS = 10_000;

/** Gaps over time: the leader above, a line for each boat, one playhead that pointer and arrow keys move. */
export function GapChart(props: GapChartProps) {
  const { clock, zone, gaps, focus, unit, boats } = props;
  const isPhone = useMedia(PHONE);
  const { time_ms } = useSnapshot(clock.readout);
  const own = gaps.find(({ track }) => track === focus);
  const said = own ? `${boats.get(focus)?.label}: ${gapText(gapAt(own, time_ms), unit)}` : "";
  return (
    <>
      <Chart
        margin={{ ...MARGIN, right: isPhone ? LABELS.phone : LABELS.wide }}
        height={isPhone ? HEIGHT.phone : HEIGHT.wide}
        className={styles.chart}
        role="slider"
        tabIndex={0}
        aria-label="Behind the leader, moment"
        aria-valuemin={0}
        aria-valuemax={Math.round((clock.to_ms - clock.from_ms) / 1000)}
        aria-valuenow={Math.round((time_ms - clock.from_ms) / 1000)}
        aria-valuetext={`${clockSeconds(time_ms, zone)}. ${said}`}
        onKeyDown={(event) => moveByKey(event, clock)}
      >
        {(frame) => <Drawn {...props} frame={frame} isPhone={isPhone} />}
      </Chart>
      <p className={styles.readout}>
        <b>{clockSeconds(time_ms, zone)}</b>
        <span>{said}</span>
      </p>
    </>
  );
}

function moveByKey(event: KeyboardEvent, clock: ReportClock): void {
  const step_ms = event.shiftKey ? LONG_STEP_MS : STEP_MS;
  const now_ms = clock.time_ms;
  const to: Record<string, number> = {
    ArrowLeft: now_ms - step_ms,
    ArrowDown: now_ms - step_ms,
    ArrowRight: now_ms + step_ms,
    ArrowUp: now_ms + step_ms,
    PageDown: now_ms - 6 * LONG_STEP_MS,
    PageUp: now_ms + 6 * LONG_STEP_MS,
    Home: clock.from_ms,
    End: clock.to_ms,
  };
  const at_ms = to[event.key];
  if (at_ms === undefined) return;
  event.preventDefault();
  clock.seek(at_ms);
}

/** It does not depend on the moment: the playhead is moved in the frame loop. */
const Drawn = memo((props: GapChartProps & { frame: Frame; isPhone: boolean }) => {
  const { frame, race, boats, focus, gaps, unit, clock, zone, isPhone } = props;
  // A race may end long after the last mark that was found.
  const to_ms = Math.min(clock.to_ms, (lastMoment(gaps) ?? clock.to_ms) + LONG_STEP_MS);
  const x = useMemo(() => timeScale({ from_ms: clock.from_ms, to_ms }, frame), [clock, to_ms, frame]);
  const y = useMemo(
    () => scaleLinear([Math.max(1, largestGap(gaps)), 0], [frame.bottom, frame.top]).nice(4),
    [gaps, frame],
  );
  const lines = useMemo(() => linesOf(gaps, focus, boats, x, y), [gaps, focus, boats, x, y]);
  const own = gaps.find(({ track }) => track === focus) ?? null;
  const valueAt = useCallback((at_ms: number) => (own ? gapAt(own, at_ms).value : Number.NaN), [own]);
  const color = `var(${boatColor(boats.get(focus)?.index ?? 0)})`;
  return (
    <>
      <Drawing
        frame={frame}
        label={`Gaps to the leader over time, a line for each of ${countText(gaps.length, "boat")}`}
      >
        <LegBand frame={frame} race={race} x={x} isPhone={isPhone} />
        <ValueAxis frame={frame} y={y} ticks={y.ticks(4)} unit={unit} />
        <TimeAxis frame={frame} x={x} zone={zone} />
        {own && <FocusBand gap={own} x={x} y={y} color={color} />}
        <EndLabels {...props} x={x} y={y} />
      </Drawing>
      <LineCanvas frame={frame} lines={lines} />
      <Playhead frame={frame} x={x} y={y} playback={clock} zone={zone} valueAt={valueAt} />
      <Pointer frame={frame} x={x} clock={clock} />
    </>
  );
});

/** The line of the focus boat is above the others. */
function linesOf(gaps: readonly Gap[], focus: string, boats: BoatsProps["boats"], x: Scale, y: Scale): CanvasLine[] {
  const lines = gaps.map(({ track, series }) => ({
    series,
    x,
    y,
    color: boatColor(boats.get(track)?.index ?? 0),
    width_px: track === focus ? 2 : 1.25,
    opacity: track === focus ? 1 : 0.8,
    isFocus: track === focus,
  }));
  return lines.sort((a, b) => Number(a.isFocus) - Number(b.isFocus));
}

/** Over the plot: a press or a drag moves the playhead. */
function Pointer({ frame, x, clock }: { frame: Frame; x: Scale; clock: ReportClock }) {
  const isDown = useRef(false);
  const seek = (event: React.PointerEvent) =>
    clock.seek(x.invert(event.clientX - frame.element.getBoundingClientRect().left));
  return (
    <div
      style={{ position: "absolute", inset: 0 }}
      onPointerDown={(event) => {
        isDown.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => isDown.current && seek(event)}
      onPointerUp={() => {
        isDown.current = false;
      }}
      onPointerCancel={() => {
        isDown.current = false;
      }}
    />
  );
}
