import type { ExpectedLoss } from "@leebow/api/contract";
import { LOSS_BASIS_TEXT } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { median, scaleLinear } from "d3";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { beyondScale, beyondText, lossScale } from "../analysis/report/loss-scale";
import type { ReportTab } from "../analysis/report/report-place";
import { AxisName, LowerAxis, ValueAxis } from "../chart/axes";
import { BeyondArrow, type Frame, TableToggle } from "../chart/frame";
import { linePath } from "../chart/line-path";
import { PointPlot } from "../chart/plot-points";
import { padded, type Scale } from "../chart/scales";
import { amount, percent, withUnit } from "../format/numbers";
import { nearDay, shortDay } from "../format/times";
import { inUnit, unitName } from "../format/units";
import { MetricHelp } from "../help/metric-help";
import { DataTable, quantityColumn } from "../ui/data-table";
import type { Grouping } from "./grouping";
import { LOSS_WORDS } from "./improvement-panel";
import { Panel } from "./panel";
import { expectedLossOptions, type LossBasis, type LossTag } from "./queries";
import type { DashboardFilter } from "./report-filter";

interface ExpectedLossPanelProps {
  filter: DashboardFilter;
  tag: LossTag;
  basis: LossBasis | null;
  grouping: Grouping;
  className?: string | undefined;
}

/** Every loss over the wind, or over the entry speed, with the line of what to expect. */
export function ExpectedLossPanel({ filter, tag, basis, grouping, className }: ExpectedLossPanelProps) {
  const [isTable, setTable] = useState(false);
  const query = useQuery(expectedLossOptions(filter, tag, basis, grouping.chosen));
  const { title, plural } = LOSS_WORDS[tag];
  const name = `Expected ${title} Loss`;
  const shown = query.data?.loss_basis ?? basis;
  const typical = median(query.data?.losses ?? [], ({ loss }) => loss);
  return (
    <Panel
      title={name}
      help={
        <MetricHelp name={name} ids={["LossPoint.loss", "Maneuver.loss_basis", "ExpectedLoss.x", "LossLine.slope"]} />
      }
      counts={`${query.data?.x === "entry_speed_kn" ? `${bySpeed(query.data, grouping)} ` : ""}Every loss of the ${plural} that take part in averages${shown ? `, ${LOSS_BASIS_TEXT[shown]}` : ""}. Press one for its place in the report.`}
      aside={
        <>
          {typical !== undefined && (
            <b className="lead strong nowrap">
              <span className="caption">median </span>
              {amount(typical, 1, "m")}
              <span className="unit">{unitName("m")}</span>
            </b>
          )}
          <TableToggle title={name} isTable={isTable} onChange={setTable} />
        </>
      }
      query={query}
      empty={({ losses }) => (losses.length === 0 ? `No ${plural} with a measured loss on these days.` : null)}
      height={236}
      className={className}
    >
      {(data) =>
        isTable ? <Losses data={data} name={name} tag={tag} /> : <ChartWithKey data={data} tag={tag} name={name} />
      }
    </Panel>
  );
}

const bySpeed = ({ losses }: ExpectedLoss, { chosen, isWindMeasured }: Grouping): string => {
  if (losses.length === 0) return "";
  if (isWindMeasured && chosen === "speed") return "By the speed before the turn.";
  return `By the speed before the turn: ${isWindMeasured ? "fewer than five have a measured wind speed" : "no wind speed was measured"}.`;
};

function ChartWithKey({ data, tag, name }: { data: ExpectedLoss; tag: LossTag; name: string }) {
  const losses = data.losses.map(({ loss }) => loss);
  const beyond = beyondScale(losses, lossScale(losses));
  return (
    <>
      <ExpectedLossChart data={data} label={`${name}, one point each`} tab={LOSS_WORDS[tag].tab} />
      <p className="note">
        {trendText(data, LOSS_WORDS[tag].plural)} {beyondText(beyond)}
      </p>
    </>
  );
}

/** What the line says. */
function trendText({ regression, x }: Pick<ExpectedLoss, "regression" | "x">, plural: string): string {
  if (!regression) return `With fewer than five ${plural} there is no line.`;
  const { slope, r2 } = regression;
  const of = x === "tws_kn" ? "wind" : "entry speed";
  const unit = unitName("kn");
  const knot = inUnit(1, "kn");
  const way = slope >= 0 ? "more" : "less";
  return `${withUnit(Math.abs(slope) / knot, 2, "m")} ${way} with each ${unit === "kn" ? "knot" : unit} of ${of}, which explains ${percent(r2)} of the variation.`;
}

function Losses({ data, name, tag }: { data: ExpectedLoss; name: string; tag: LossTag }) {
  return (
    <DataTable<LossDot>
      caption={name}
      columns={[
        { id: "date", title: "Day", value: (one) => one.date, cell: (one) => nearDay(one.date, "UTC") },
        quantityColumn("x", xNameOf(data), "kn", 1, ({ x }) => x),
        quantityColumn("loss", "Loss", "m", 2, ({ loss }) => loss),
        {
          id: "report",
          title: "Report",
          value: (one) => one.track_id,
          cell: (one) => <Link to={reportOf(one, LOSS_WORDS[tag].tab)}>Track {one.track_id}</Link>,
        },
      ]}
      rows={data.losses}
      rowId={(one) => String(one.maneuver_id)}
    />
  );
}

type LossDot = ExpectedLoss["losses"][number];

const HEIGHT = 206;
const MARGIN = { top: 10, right: 14, bottom: 40, left: 34 };

/** The row of a maneuver in the report of its track. */
const reportOf = ({ track_id, maneuver_id }: LossDot, tab: ReportTab): string =>
  `/reports/${track_id}?tab=${tab}&row=${maneuver_id}`;

const xNameOf = ({ x }: Pick<ExpectedLoss, "x">): string => (x === "tws_kn" ? "Wind speed" : "Entry speed");

interface ExpectedLossChartProps {
  data: ExpectedLoss;
  label: string;
  tab: ReportTab;
}

/** Losses over wind or entry speed; a point leads to its row in the report of its track. */
function ExpectedLossChart({ data, label, tab }: ExpectedLossChartProps) {
  const navigate = useNavigate();
  const [low, high] = lossScale(data.losses.map(({ loss }) => loss));
  const draw = (frame: Frame) => {
    const x = scaleLinear(padded(data.losses.map((one) => one.x)), [frame.left, frame.right]).nice(4);
    const y = scaleLinear([low, high], [frame.bottom, frame.top]).nice(4);
    const points = data.losses
      .map((one) => ({ ...one, isBeyond: one.loss < low || one.loss > high }))
      .sort((a, b) => a.x - b.x)
      .map((dot) => {
        const [left, top] = poseOf(dot, x, y);
        const [name, note] = [nameOf(dot, data), <DotNote key={dot.maneuver_id} dot={dot} data={data} />];
        return { dot, id: String(dot.maneuver_id), x: left, y: top, name, note };
      });
    const drawing = (
      <>
        <ValueAxis frame={frame} y={y} ticks={y.ticks(4)} standard="m" />
        <LowerAxis frame={frame} x={x} ticks={x.ticks(4)} standard="kn" />
        <AxisName x={frame.right} y={frame.height - 6} anchor="end">
          {xNameOf(data).toLowerCase()}, {unitName("kn")}
        </AxisName>
        {points.map(({ id, x: left, y: top, dot }) => (
          <g key={id} transform={`translate(${left} ${top})`}>
            {dot.isBeyond && <BeyondArrow isAbove={dot.loss > 0} />}
            <circle r="3.5" fill="var(--ink-3)" stroke="var(--surface)" />
          </g>
        ))}
        <path d={linePath(data.rline, ({ x: at, value }) => [x(at), y(value)])} className="mark-line" />
      </>
    );
    return { points, drawing };
  };
  return (
    <PointPlot
      margin={MARGIN}
      height={HEIGHT}
      className="beside-8"
      label={label}
      draw={draw}
      onOpen={({ dot }) => void navigate(reportOf(dot, tab))}
    />
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
