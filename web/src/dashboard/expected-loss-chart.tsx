import type { ExpectedLoss } from "@leebow/api/contract";
import { scaleLinear } from "d3";
import { useNavigate } from "react-router-dom";
import { AxisName, LowerAxis, ValueAxis } from "../chart/axes";
import { Chart, type Frame } from "../chart/frame";
import { linePath } from "../chart/line-path";
import { BeyondArrow } from "../chart/notes";
import { PointPlot } from "../chart/plot-points";
import { padded, type Scale } from "../chart/scales";
import { withUnit } from "../format/numbers";
import { shortDay } from "../format/times";
import { unitName } from "../format/units";
import { lossScale } from "../report/loss-scale";
import type { ReportTab } from "../report/report-place";
import styles from "./expected-loss.module.css";

export type LossDot = ExpectedLoss["losses"][number];

const HEIGHT = 206;
const MARGIN = { top: 10, right: 14, bottom: 40, left: 34 };

/** The row of a maneuver in the report of its track. */
export const reportOf = ({ track_id, maneuver_id }: LossDot, tab: ReportTab): string =>
  `/reports/${track_id}?tab=${tab}&row=${maneuver_id}`;

export const xNameOf = ({ x }: Pick<ExpectedLoss, "x">): string => (x === "tws_kn" ? "Wind speed" : "Entry speed");

interface ExpectedLossChartProps {
  data: ExpectedLoss;
  label: string;
  tab: ReportTab;
}

/** Losses over wind or entry speed; a point leads to its row in the report of its track. */
export function ExpectedLossChart(props: ExpectedLossChartProps) {
  return (
    <Chart margin={MARGIN} height={HEIGHT} className={styles.frame}>
      {(frame) => <Drawn {...props} frame={frame} />}
    </Chart>
  );
}

function Drawn({ data, label, tab, frame }: ExpectedLossChartProps & { frame: Frame }) {
  const navigate = useNavigate();
  const [low, high] = lossScale(data.losses.map(({ loss }) => loss));
  const x = scaleLinear(padded(data.losses.map((one) => one.x)), [frame.left, frame.right]).nice(4);
  const y = scaleLinear([low, high], [frame.bottom, frame.top]).nice(4);
  const dots = data.losses
    .map((one) => ({ ...one, id: String(one.maneuver_id), isBeyond: one.loss < low || one.loss > high }))
    .sort((a, b) => a.x - b.x);
  const points = dots.map((dot) => {
    const [left, top] = poseOf(dot, x, y);
    return { id: dot.id, x: left, y: top, name: nameOf(dot, data), note: <DotNote dot={dot} data={data} /> };
  });
  return (
    <PointPlot
      frame={frame}
      label={label}
      points={points}
      onOpen={(id) => void navigate(reportOf(dots.find((dot) => dot.id === id)!, tab))}
    >
      <ValueAxis frame={frame} y={y} ticks={y.ticks(4)} standard="m" />
      <LowerAxis frame={frame} x={x} ticks={x.ticks(4)} standard="kn" />
      <AxisName x={frame.right} y={frame.height - 6} anchor="end">
        {xNameOf(data).toLowerCase()}, {unitName("kn")}
      </AxisName>
      {dots.map((dot) => (
        <g key={dot.id} transform={`translate(${poseOf(dot, x, y).join(" ")})`}>
          {dot.isBeyond && <BeyondArrow isAbove={dot.loss > 0} />}
          <circle r="3.5" className={styles.dot} />
        </g>
      ))}
      <path d={linePath(data.rline, ({ x: at, value }) => [x(at), y(value)])} className={styles.line} />
    </PointPlot>
  );
}

function DotNote({ dot, data }: { dot: LossDot & { isBeyond: boolean }; data: ExpectedLoss }) {
  return (
    <>
      <b>{shortDay(dot.date, "UTC")}</b>
      <span>
        Loss {withUnit(dot.loss, 2, "m")}
        {dot.isBeyond && ", beyond the scale"}
      </span>
      <span>
        {xNameOf(data)} {withUnit(dot.x, 1, "kn")}
      </span>
    </>
  );
}

/** A loss beyond the scale stands at its edge. */
function poseOf({ x: at, loss }: LossDot, x: Scale, y: Scale): [number, number] {
  const [bottom = 0, top = 0] = y.domain();
  return [x(at), y(Math.max(bottom, Math.min(top, loss)))];
}

const nameOf = (dot: LossDot, data: ExpectedLoss): string =>
  `${shortDay(dot.date, "UTC")}: loss ${withUnit(dot.loss, 2, "m")}, ${xNameOf(data).toLowerCase()} ${withUnit(dot.x, 1, "kn")}, track ${dot.track_id}`;
