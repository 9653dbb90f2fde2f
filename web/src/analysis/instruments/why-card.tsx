import { type Doubt, type FileAnalysis, INSTRUMENT_NAMES, type Instrument } from "@leebow/core";
import { bisector } from "d3";
import { useId, useMemo, useState } from "react";
import { TimeAxis, ValueAxis } from "../../chart/axes";
import { Chart, Drawing, type Frame, Hairline, Note, useHover } from "../../chart/frame";
import { linePath } from "../../chart/line-path";
import { moveByKey, type Scale, timeScale, valueScale } from "../../chart/scales";
import { compass, fixed, turned, withUnit } from "../../format/numbers";
import { clock } from "../../format/times";
import { PHONE, useMedia } from "../../look/use-media";
import { Card } from "../../ui/card";
import { classes } from "../../ui/classes";
import { isSpeed, isWind, type Reading, readingsOf, whyText } from "./doubt-words";
import styles from "./instruments-view.module.css";

interface WhyCardProps {
  doubt: Doubt;
  report: FileAnalysis;
}

const MARGIN = { top: 26, right: 16, left: 40, bottom: 26 };
/** Readings that Shift and an arrow key pass. */
const LONG_STEP = 10;

/** What an instrument read over what the track says. */
export function WhyCard({ doubt, report }: WhyCardProps) {
  const { instrument } = doubt;
  const state = doubt.used ? "doubted" : "not used";
  const [at, setAt] = useState<number | null>(null);
  const plot_px = useMedia(PHONE) ? 150 : 200;
  const readings = useMemo(() => readingsOf(doubt, report.start_time), [doubt, report]);
  const reading = at === null ? undefined : readings[at];
  const name = INSTRUMENT_NAMES[instrument];
  const zone = report.time_zone;
  return (
    <Card
      title={`Why the ${name} is ${state}`}
      aside={
        <span className="caption">
          {isSpeed(instrument) ? "Speeds" : "Directions"}; hatched: {state}
        </span>
      }
    >
      <Chart
        margin={MARGIN}
        height={MARGIN.top + plot_px + MARGIN.bottom}
        className={styles.why}
        role="slider"
        tabIndex={0}
        aria-label={`What the ${name} read and what the track says, moment`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, readings.length - 1)}
        aria-valuenow={at ?? 0}
        aria-valuetext={reading ? noteOf(reading, doubt, zone).join(", ") : "No moment chosen"}
        onKeyDown={(event) => moveByKey(event, { count: readings.length, at, long_step: LONG_STEP }, setAt)}
      >
        {(frame) => <Drawn {...{ doubt, report, readings, frame, reading }} onMove={setAt} />}
      </Chart>
      <p className={styles.key} aria-hidden="true">
        <span>
          <i className={isWind(instrument) ? styles.wind : styles.read} /> {name}
        </span>
        <span>
          <i className={styles.track} /> {trackName(instrument)}
        </span>
      </p>
      <p className={styles.sentence}>{whyText(doubt, report)}</p>
    </Card>
  );
}

/** What the track says in its place. */
function trackName(instrument: Instrument): string {
  if (isWind(instrument)) return "wind of the track";
  if (isSpeed(instrument)) return "speed over the ground";
  return "course over the ground";
}

function noteOf(
  { time_ms, read, track, isDoubted }: Reading,
  { instrument, used }: Doubt,
  zone: string | null,
): string[] {
  const shown = (value: number | null) =>
    value === null
      ? "not known"
      : isSpeed(instrument)
        ? withUnit(value, 1, "kn")
        : `${isWind(instrument) ? "from " : ""}${Math.round(compass(value)) % 360}°`;
  return [
    `${clock(time_ms, zone)}${isDoubted ? (used ? ", doubted" : ", not used") : ""}`,
    `${INSTRUMENT_NAMES[instrument]} ${shown(read)}`,
    `${trackName(instrument)} ${shown(track)}`,
  ];
}

interface DrawnProps extends WhyCardProps {
  readings: readonly Reading[];
  reading: Reading | undefined;
  frame: Frame;
  onMove: (at: number) => void;
}

const nearest = bisector((reading: Reading) => reading.time_ms).center;

function Drawn({ doubt, report, readings, reading, frame, onMove }: DrawnProps) {
  const { instrument, spans } = doubt;
  const { start_time, end_time, time_zone } = report;
  const x = useMemo(
    () => timeScale({ from_ms: Date.parse(start_time), to_ms: Date.parse(end_time) }, frame),
    [start_time, end_time, frame],
  );
  const middle = useMemo(() => middleOf(readings, instrument), [readings, instrument]);
  const placed = (value: number | null) =>
    value === null || isSpeed(instrument) ? value : middle + turned(value, middle);
  const { y, ticks } = useMemo(
    () => scaleOf(readings, { instrument, middle, frame }),
    [readings, instrument, middle, frame],
  );
  const path = (of: "read" | "track") =>
    linePath(
      readings,
      (one) => {
        const value = placed(one[of]);
        return value === null ? null : [x(one.time_ms), y(value)];
      },
      (before, after) =>
        after.time_ms - before.time_ms > 2 * 1000 * doubt.step_s ||
        (!isSpeed(instrument) && Math.abs(placed(before[of])! - placed(after[of])!) > 180),
    );
  // The hairline stays where the pointer left.
  useHover(frame, (at_px) => at_px !== null && onMove(nearest(readings, x.invert(at_px))), true);
  return (
    <>
      <Drawing frame={frame}>
        <Hatched frame={frame} x={x} spans={spans} />
        <ValueAxis
          frame={frame}
          y={y}
          ticks={ticks}
          unit={isSpeed(instrument) ? "kn" : "°"}
          format={isSpeed(instrument) ? fixed : (value, digits) => fixed(compass(value), digits)}
        />
        <TimeAxis frame={frame} x={x} zone={time_zone} />
        <path d={path("track")} className={classes(styles.line, styles.track)} />
        <path d={path("read")} className={classes(styles.line, isWind(instrument) ? styles.wind : styles.read)} />
      </Drawing>
      {reading && (
        <>
          <Hairline
            frame={frame}
            x={x(reading.time_ms)}
            dots={[reading.read, reading.track].map((value) => y(placed(value) ?? Number.NaN))}
          />
          <Note frame={frame} x={x(reading.time_ms)} y={frame.top + 4}>
            {noteOf(reading, doubt, time_zone).map((text, line) =>
              line === 0 ? <b key={text}>{text}</b> : <span key={text}>{text}</span>,
            )}
          </Note>
        </>
      )}
    </>
  );
}

interface ScaleProps {
  instrument: Instrument;
  middle: number;
  frame: Frame;
}

function scaleOf(readings: readonly Reading[], { instrument, middle, frame }: ScaleProps) {
  const isDirection = !isSpeed(instrument);
  const whole = isDirection && !isWind(instrument) ? [0, 360] : [];
  const shown = readings.flatMap(({ read, track }) => [read, track]);
  const values = isDirection
    ? shown.map((value) => (value === null ? null : middle + turned(value, middle)))
    : [0, ...shown];
  return valueScale([...values, ...whole], frame, { isDirection });
}

/** The times at which the instrument is not used. */
function Hatched({ frame: { top, bottom }, x, spans }: { frame: Frame; x: Scale; spans: Doubt["spans"] }) {
  const hatch = useId();
  return (
    <>
      <defs>
        <pattern id={hatch} width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={7} height={7} fill="var(--warn-soft)" />
          <path d="M0 0V7" stroke="var(--warn)" strokeOpacity={0.35} />
        </pattern>
      </defs>
      {spans.map((span) => {
        const [left, right] = [x(Date.parse(span.start_time)), x(Date.parse(span.end_time))];
        return (
          <g key={span.start_time}>
            <rect x={left} y={top} width={Math.max(2, right - left)} height={bottom - top} fill={`url(#${hatch})`} />
            <path d={`M${left} ${top}V${bottom}`} stroke="var(--warn)" strokeWidth={1.5} />
          </g>
        );
      })}
    </>
  );
}

/** The direction about which directions are drawn: the mean of the track's wind; of courses south. */
function middleOf(readings: readonly Reading[], instrument: Instrument): number {
  if (!isWind(instrument)) return 180;
  const [east, north] = readings.reduce(
    ([x, y], { track }) => {
      const angle = ((track ?? Number.NaN) * Math.PI) / 180;
      return track === null ? [x, y] : [x + Math.sin(angle), y + Math.cos(angle)];
    },
    [0, 0],
  );
  return compass((Math.atan2(east, north) * 180) / Math.PI);
}
