import { type Duel, type DuelPoint, halfWidth90 } from "@leebow/core";
import { area, extent, line, max, scaleLinear } from "d3";
import { useMemo } from "react";
import { TimeAxis, ValueAxis } from "../chart/axes";
import { Chart, Drawing, type Frame } from "../chart/frame";
import { type Scale, timeScale } from "../chart/scales";
import { withUnit } from "../format/numbers";
import { boatColor, type ReportBoat } from "./boats";
import styles from "./duel-card.module.css";
import { type TackBar, tackBars } from "./duel-tacks";

interface DuelChartProps {
  duel: Duel;
  a: ReportBoat;
  b: ReportBoat;
  zone: string | null;
  /** Number of the phase that is shown, as text; null for none. */
  lit: string | null;
}

const MARGIN = { top: 58, right: 12, bottom: 26, left: 40 };
const HEIGHT = 300;
/** Bars of the tacks of both boats, px from the top. */
const BARS = { first: 22, step: 13, height: 10 };
/** A bar narrower than this has no letter, px. */
const LETTER_PX = 16;
/** Least range of the scale to both sides, m. */
const LEAST_M = 5;

/** By how much the first boat was ahead over the leg, in the colour of the boat that was; and on which tacks they sailed. */
export function DuelChart(props: DuelChartProps) {
  const { duel, a, b } = props;
  return (
    <figure className={styles.figure}>
      <Chart margin={MARGIN} height={HEIGHT} className={styles.chart}>
        {(frame) => <Drawn {...props} frame={frame} />}
      </Chart>
      <figcaption className={styles.legend}>
        <span>
          <i className={styles.ahead} /> {a.sailor} ahead of {b.sailor}, along the leg
        </span>
        <span>
          <i className={styles.aside} /> to the right, at most {withUnit(mostAside(duel.points), 0, "m")}, on a scale of
          its own
        </span>
        <span>
          <i className={styles.sd} /> 90 % interval
        </span>
      </figcaption>
    </figure>
  );
}

function Drawn({ duel, a, b, zone, lit, frame }: DuelChartProps & { frame: Frame }) {
  const from_ms = Date.parse(duel.start_time);
  const x = useMemo(
    () => timeScale({ from_ms, to_ms: Date.parse(duel.end_time) }, frame),
    [from_ms, duel.end_time, frame],
  );
  const y = useMemo(() => metresScale(duel, frame), [duel, frame]);
  const paths = useMemo(() => pathsOf(duel, from_ms, x, y), [duel, from_ms, x, y]);
  const [top, middle] = [y.range()[1]!, y(0)];
  return (
    <Drawing
      frame={frame}
      label={`${a.sailor} against ${b.sailor} on leg ${duel.leg + 1}: ${withUnit(duel.start_m, 0, "m")} ahead at its start, ${withUnit(duel.end_m, 0, "m")} at its end`}
    >
      <Phases duel={duel} lit={lit} x={x} frame={frame} />
      <ValueAxis frame={frame} y={y} ticks={y.ticks(5)} unit="m" />
      <TimeAxis frame={frame} x={x} zone={zone} />
      <path d={paths.band} className={styles.band} />
      <path d={paths.over} style={{ fill: `var(${boatColor(a.index)})` }} className={styles.area} />
      <path d={paths.under} style={{ fill: `var(${boatColor(b.index)})` }} className={styles.area} />
      <path d={paths.aside} className={styles.across} />
      <path d={paths.ahead} className={styles.line} />
      <text x={frame.right} y={top + 12} textAnchor="end" className={styles.name}>
        {a.label} ahead
      </text>
      <text x={frame.right} y={Math.max(frame.bottom - 6, middle + 14)} textAnchor="end" className={styles.name}>
        {b.label} ahead
      </text>
      {[a, b].map((boat, at) => (
        <Tacks
          key={boat.track}
          boat={boat}
          bars={tackBars(duel.points, at === 0 ? "a_tack" : "b_tack")}
          y={BARS.first + at * BARS.step}
          x={(after_s) => x(from_ms + 1000 * after_s)}
        />
      ))}
    </Drawing>
  );
}

/** The phases with their numbers; the chosen one is shaded. */
function Phases({ duel, lit, x, frame }: { duel: Duel; lit: string | null; x: Scale; frame: Frame }) {
  return duel.phases.map(({ start_time, end_time }, at) => {
    const [from, to] = [x(Date.parse(start_time)), x(Date.parse(end_time))];
    return (
      <g key={start_time}>
        {lit === String(at + 1) && (
          <rect
            x={from}
            y={BARS.first - 18}
            width={to - from}
            height={frame.bottom - BARS.first + 18}
            className={styles.lit}
          />
        )}
        {at > 0 && <path d={`M${from} ${BARS.first - 4}V${frame.bottom}`} className={styles.rule} />}
        <text x={(from + to) / 2} y={BARS.first - 7} textAnchor="middle" className={styles.number}>
          {at + 1}
        </text>
      </g>
    );
  });
}

function Tacks({
  boat,
  bars,
  y,
  x,
}: {
  boat: ReportBoat;
  bars: readonly TackBar[];
  y: number;
  x: (after_s: number) => number;
}) {
  return (
    <g>
      <rect x={2} y={y + 2} width={10} height={5} style={{ fill: `var(${boatColor(boat.index)})` }} />
      {bars.map(({ side, from_s, to_s }) => {
        const [left, right] = [x(from_s), x(to_s)];
        return (
          <g key={from_s} className={styles[side]}>
            <rect x={left} y={y} width={Math.max(1, right - left - 1)} height={BARS.height} />
            {right - left > LETTER_PX && (
              <text x={(left + right) / 2} y={y + BARS.height - 1.5} textAnchor="middle">
                {side === "port" ? "P" : "S"}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** The greatest distance across the leg, m. */
const mostAside = (points: readonly DuelPoint[]) => max(points, ({ right_m }) => Math.abs(right_m ?? 0)) ?? 0;

function metresScale({ points }: Duel, frame: Frame): Scale {
  const known = points.flatMap(({ ahead_m, ahead_sd_m }) =>
    ahead_m === null ? [] : [ahead_m - halfWidth90(ahead_sd_m ?? 0), ahead_m + halfWidth90(ahead_sd_m ?? 0)],
  );
  const [low = 0, high = 0] = extent([...known, -LEAST_M, LEAST_M]) as [number, number];
  return scaleLinear([low, high], [frame.bottom, frame.top]).nice(5);
}

function pathsOf({ points }: Duel, from_ms: number, x: Scale, y: Scale) {
  const at = ({ after_s }: DuelPoint) => x(from_ms + 1000 * after_s);
  const isKnown = ({ ahead_m }: DuelPoint) => ahead_m !== null;
  const between = (low: (point: DuelPoint) => number, high: (point: DuelPoint) => number) =>
    area<DuelPoint>()
      .defined(isKnown)
      .x(at)
      .y0((point) => y(low(point)))
      .y1((point) => y(high(point)))
      .digits(1)(points) ?? "";
  const curve = (value: (point: DuelPoint) => number) =>
    line<DuelPoint>()
      .defined(isKnown)
      .x(at)
      .y((point) => y(value(point)))
      .digits(1)(points) ?? "";
  // The boats are much farther apart across the leg than along it.
  const aside = (0.9 * Math.min(...y.domain().map(Math.abs))) / Math.max(LEAST_M, mostAside(points));
  const ahead = ({ ahead_m }: DuelPoint) => ahead_m ?? 0;
  const half = ({ ahead_sd_m }: DuelPoint) => halfWidth90(ahead_sd_m ?? 0);
  return {
    band: between(
      (point) => ahead(point) - half(point),
      (point) => ahead(point) + half(point),
    ),
    over: between(
      () => 0,
      (point) => Math.max(0, ahead(point)),
    ),
    under: between(
      () => 0,
      (point) => Math.min(0, ahead(point)),
    ),
    ahead: curve(ahead),
    aside: curve(({ right_m }) => aside * (right_m ?? 0)),
  };
}
