import type { ExpectedLoss } from "@leebow/api/contract";
import { extent, line, scaleLinear } from "d3";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { AxisName, PlotNote, PlotPoints, TickLabels, ValueRules } from "../components/plot";
import { fixed } from "../format/numbers";
import { digitsOfTicks } from "../format/ticks";
import { shortDay } from "../format/times";
import { useWidth } from "../look/use-width";
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
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  return (
    <div ref={frame} className={styles.frame} style={{ height: HEIGHT }}>
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  );
}

function Drawing({ data, label, tab, width }: ExpectedLossChartProps & { width: number }) {
  const [active, setActive] = useState<string | null>(null);
  const navigate = useNavigate();
  const [low, high] = lossScale(data.losses.map(({ loss }) => loss));
  const x = scaleLinear(roomy(extent(data.losses, (one) => one.x)), [MARGIN.left, width - MARGIN.right]).nice(4);
  const y = scaleLinear([low, high], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(4);
  const dots = data.losses
    .map((one) => ({
      ...one,
      id: String(one.maneuver_id),
      at: placeOf(one, x, y),
      isBeyond: one.loss < low || one.loss > high,
    }))
    .sort((a, b) => a.x - b.x);
  const shown = dots.find(({ id }) => id === active);
  const ticks = x.ticks(4);
  const digits = digitsOfTicks(ticks);
  return (
    <>
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <ValueRules y={y} ticks={y.ticks(4)} left={MARGIN.left} right={width - MARGIN.right} />
        <TickLabels x={x} y={HEIGHT - MARGIN.bottom + 17} ticks={ticks} text={(tick) => fixed(tick, digits)} />
        <AxisName x={width - MARGIN.right} y={HEIGHT - 6} anchor="end">
          {xNameOf(data).toLowerCase()}, kn
        </AxisName>
        {dots.map((dot) => (
          <g key={dot.id} transform={`translate(${dot.at.join(" ")})`}>
            {dot.id === active && <circle r="9" className={styles.active} />}
            {dot.isBeyond && <path d={dot.loss > 0 ? "M-4-7L0-11 4-7" : "M-4 7L0 11 4 7"} className={styles.beyond} />}
            <circle r="3.5" className={styles.dot} />
          </g>
        ))}
        <path d={line()(data.rline.map(({ x: at, value }) => [x(at), y(value)])) ?? ""} className={styles.line} />
      </svg>
      <PlotPoints
        label={label}
        points={dots.map((dot) => ({ id: dot.id, x: dot.at[0], y: dot.at[1], name: nameOf(dot, data) }))}
        active={active}
        onActive={setActive}
        onOpen={(id) => void navigate(reportOf(dots.find((dot) => dot.id === id)!, tab))}
      />
      {shown && (
        <PlotNote at={shown.at} width={width}>
          <b>{shortDay(shown.date, "UTC")}</b>
          <span>
            Loss {fixed(shown.loss, 2)} m{shown.isBeyond && ", beyond the scale"}
          </span>
          <span>
            {xNameOf(data)} {fixed(shown.x, 1)} kn
          </span>
        </PlotNote>
      )}
    </>
  );
}

type Scale = ReturnType<typeof scaleLinear<number, number>>;

/** A loss beyond the scale stands at its edge. */
function placeOf({ x: at, loss }: LossDot, x: Scale, y: Scale): [number, number] {
  const [bottom = 0, top = 0] = y.domain();
  return [x(at), y(Math.max(bottom, Math.min(top, loss)))];
}

const nameOf = (dot: LossDot, data: ExpectedLoss): string =>
  `${shortDay(dot.date, "UTC")}: loss ${fixed(dot.loss, 2)} m, ${xNameOf(data).toLowerCase()} ${fixed(dot.x, 1)} kn, track ${dot.track_id}`;

/** The extent with some room; a scale around the value for a single dot. */
function roomy([low, high]: [undefined, undefined] | [number, number]): [number, number] {
  if (low === undefined || high === undefined) return [0, 1];
  const room = (high - low) * 0.06 || 1;
  return [Math.max(0, low - room), high + room];
}
