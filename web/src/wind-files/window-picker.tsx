import type { WindCurve } from "@leebow/api/contract";
import { scaleLinear } from "d3";
import { TimeAxis } from "../chart/axes";
import { Brush, type BrushPart } from "../chart/brush";
import { Chart, Drawing, type Frame } from "../chart/frame";
import { linePath } from "../chart/line-path";
import { RangeEnds } from "../chart/range-ends";
import { padded, timeScale } from "../chart/scales";
import { clock, zoneName } from "../format/times";
import type { TimeRange } from "../playback/clock";
import styles from "./window-picker.module.css";

interface WindowPickerProps {
  points: WindCurve["points"];
  /** Of the whole file. */
  range: TimeRange;
  value: TimeRange;
  onChange: (value: TimeRange) => void;
  zone: string;
}

const MINUTE_MS = 60_000;
const MARGIN = { top: 4, right: 12, bottom: 22, left: 12 };
const HEIGHT = 86;

/** The wind of a file over time with a window that is dragged by its ends or as a whole, in whole minutes. */
export function WindowPicker(props: WindowPickerProps) {
  return (
    <Chart margin={MARGIN} height={HEIGHT}>
      {(frame) => <Drawn {...props} frame={frame} />}
    </Chart>
  );
}

function Drawn({ points, range, value, onChange, zone, frame }: WindowPickerProps & { frame: Frame }) {
  const x = timeScale(range, frame);
  const selection = [x(value.from_ms), x(value.to_ms)] as const;
  const move = (part: BrushPart, from_ms: number, to_ms: number) =>
    onChange(moved(value, range, part, { from_ms, to_ms }));
  return (
    <>
      <Drawing frame={frame}>
        <path d={`M${frame.left} ${frame.bottom}H${frame.right}`} className={styles.ground} />
        <path d={curvePath(points, range, frame)} className={styles.curve} />
        <TimeAxis frame={frame} x={x} zone={zone} />
        <Brush
          frame={frame}
          selection={selection}
          onBrush={([a, b], part) => move(part, x.invert(a), x.invert(b))}
          onPress={(at) => {
            const isStart = Math.abs(at - selection[0]) < Math.abs(at - selection[1]);
            move(isStart ? "start" : "end", x.invert(at), x.invert(at));
          }}
        />
      </Drawing>
      <RangeEnds
        frame={frame}
        selection={selection}
        keys={{
          names: { from_ms: "Start of the report", to_ms: "End of the report" },
          range: value,
          bounds: range,
          step_ms: MINUTE_MS,
          long_step_ms: 10 * MINUTE_MS,
          textOf: (at_ms) => `${clock(at_ms, zone)}, ${zoneName(zone)}`,
          onMove: (end, by_ms) => move(end === "from_ms" ? "start" : "end", value.from_ms + by_ms, value.to_ms + by_ms),
        }}
      />
    </>
  );
}

/** The window after a drag of one end, of both or over a new one: whole minutes, within the range, never empty. */
export function moved(value: TimeRange, range: TimeRange, part: BrushPart, { from_ms, to_ms }: TimeRange): TimeRange {
  const minute = (time_ms: number, low_ms: number, high_ms: number) =>
    Math.max(low_ms, Math.min(high_ms, Math.round(time_ms / MINUTE_MS) * MINUTE_MS));
  if (part === "start") return { ...value, from_ms: minute(from_ms, range.from_ms, value.to_ms - MINUTE_MS) };
  if (part === "end") return { ...value, to_ms: minute(to_ms, value.from_ms + MINUTE_MS, range.to_ms) };
  const length_ms = part === "both" ? value.to_ms - value.from_ms : MINUTE_MS;
  const start_ms = minute(from_ms, range.from_ms, range.to_ms - length_ms);
  const end_ms = start_ms + length_ms;
  return { from_ms: start_ms, to_ms: part === "both" ? end_ms : minute(to_ms, end_ms, range.to_ms) };
}

/** The speed over time; the direction where no speed was measured. Breaks where measurements are missing. */
function curvePath(points: WindCurve["points"], range: TimeRange, frame: Frame): string {
  const hasSpeed = points.some(({ tws }) => tws !== null);
  const known = points.flatMap(({ time, tws, twd }) => {
    const value = hasSpeed ? tws : twd;
    return value === null ? [] : [{ time_ms: Date.parse(time), value }];
  });
  const x = timeScale(range, frame);
  const y = scaleLinear(padded(known.map(({ value }) => value)), [frame.bottom - 4, frame.top + 4]);
  const gap_ms = (8 * (range.to_ms - range.from_ms)) / Math.max(points.length, 100);
  return linePath(
    known,
    ({ time_ms, value }) => [x(time_ms), y(value)],
    (before, after) => after.time_ms - before.time_ms > gap_ms,
  );
}
