import type { Polar } from "@leebow/api/contract";
import { halfWidth90 } from "@leebow/core";
import { scaleLinear, scaleTime } from "d3";
import { AxisName, LowerAxis, ValueAxis } from "../../chart/axes";
import { Chart, type Frame } from "../../chart/frame";
import { PointPlot } from "../../chart/plot-points";
import { padded, type Scale, timeScale } from "../../chart/scales";
import { fixed } from "../../format/numbers";
import { dayAndMonth, nearDay } from "../../format/times";
import { bandName, PART_NAMES, type PolarBand, type PolarPart, paintOf } from "./bands";
import styles from "./season-chart.module.css";
import type { SeasonTrend } from "./texts";

const HEIGHT = 226;
const MARGIN = { top: 14, right: 18, bottom: 28, left: 40 };
/** Width of a date below the chart with its space, px. */
const DATE_PX = 90;
const DAY_MS = 86_400_000;

type SeasonPoint = SeasonTrend["points"][number];

interface SeasonChartProps {
  trend: SeasonTrend;
  /** Where the trend begins anew. */
  splits: NonNullable<Polar["season"]>["splits"];
  part: PolarPart;
  bands: readonly PolarBand[];
  /** Opens the session of a point. */
  onOpen: (track_id: number) => void;
}

/** The VMG of each session against the target for its wind, with its uncertainty, and the trend. */
export function SeasonChart(props: SeasonChartProps) {
  return (
    <Chart margin={MARGIN} height={HEIGHT} className={styles.chart}>
      {(frame) => <Drawn {...props} frame={frame} />}
    </Chart>
  );
}

function Drawn({ trend: { points, line }, splits, part, bands, onOpen, frame }: SeasonChartProps & { frame: Frame }) {
  const times = points.map(({ start_time }) => Date.parse(start_time));
  const range = { from_ms: Math.min(...times) - DAY_MS, to_ms: Math.max(...times) + DAY_MS };
  const x = timeScale(range, { left: frame.left + 8, right: frame.right - 8 });
  const ends = points.flatMap(intervalOf);
  const y = scaleLinear(padded([100, ...ends]), [frame.bottom, frame.top]).nice(4);
  const dots = points.map((point, at) => {
    const band = bands.find(({ name }) => name === point.band);
    const wind = band ? bandName(band) : point.band;
    return {
      id: `${point.track_id} ${at}`,
      point,
      paint: band ? paintOf(band, bands) : "var(--ink-3)",
      x: x(times[at]!),
      y: y(point.percent),
      name: `${nearDay(point.date, "UTC")}, ${wind}: ${fixed(point.percent, 1)} ± ${fixed(halfWidth90(point.sd_percent), 1)} % of the target`,
      note: <PointNote point={point} wind={wind} />,
    };
  });
  return (
    <PointPlot
      frame={frame}
      label={`${PART_NAMES[part]} VMG, one point a session`}
      points={dots}
      onOpen={(id) => onOpen(dots.find((dot) => dot.id === id)!.point.track_id)}
    >
      <ValueAxis frame={frame} y={y} ticks={y.ticks(4)} />
      <LowerAxis frame={frame} x={x} ticks={datesOf(x)} format={(at) => dayAndMonth(at, "UTC")} />
      {splits.map(({ track_id, start_time }) => {
        const at = x(Date.parse(start_time) - DAY_MS / 2);
        return (
          at > frame.left && <path key={track_id} d={`M${at} ${frame.top}V${frame.bottom}`} className={styles.split} />
        );
      })}
      {line.map((part_line) => (
        <Trend key={part_line.from_time} line={part_line} x={x} y={y} />
      ))}
      <path d={`M${frame.left} ${y(100)}H${frame.right}`} className={styles.target} />
      <AxisName x={frame.left + 8} y={y(100) - 5}>
        target
      </AxisName>
      {dots.map((dot) => (
        <g key={dot.id}>
          <path d={`M${dot.x} ${intervalOf(dot.point).map(y).join("V")}`} className={styles.whisker} />
          <circle cx={dot.x} cy={dot.y} r="4.5" fill={dot.paint} className={styles.dot} />
        </g>
      ))}
    </PointPlot>
  );
}

/** Ends of the 90 % interval of a session. */
const intervalOf = ({ percent, sd_percent }: Pick<SeasonPoint, "percent" | "sd_percent">) => [
  percent - halfWidth90(sd_percent),
  percent + halfWidth90(sd_percent),
];

/** A straight line, and its 90 % interval. */
function Trend({ line, x, y }: { line: SeasonTrend["line"][number]; x: Scale; y: Scale }) {
  const [from, to] = [x(Date.parse(line.from_time)), x(Date.parse(line.to_time))];
  const at = (percent: number) => y(percent).toFixed(1);
  const { from_percent, to_percent, sd_percent } = line;
  const half = halfWidth90(sd_percent);
  return (
    <>
      <path
        d={`M${from} ${at(from_percent - half)}L${to} ${at(to_percent - half)}V${at(to_percent + half)}L${from} ${at(from_percent + half)}Z`}
        className={styles.band}
      />
      <path d={`M${from} ${at(from_percent)}L${to} ${at(to_percent)}`} className={styles.trend} />
    </>
  );
}

/** Days with room for their names. */
function datesOf(x: Scale): number[] {
  const [left = 0, right = 0] = x.range();
  const times = scaleTime(x.domain(), x.range());
  return times.ticks(Math.max(2, Math.floor((right - left) / DATE_PX))).map((date) => date.getTime());
}

const PointNote = ({ point, wind }: { point: SeasonPoint; wind: string }) => (
  <>
    <b>{nearDay(point.date, "UTC")}</b>
    <span>{wind}</span>
    <span>
      {fixed(point.percent, 1)} ± {fixed(halfWidth90(point.sd_percent), 1)} % of the target
    </span>
  </>
);
