import type { WindFile, WindMetrics, WindReport } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { scaleLinear } from "d3";
import { Trash2, Wind } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
import { LowerAxis } from "../chart/axes";
import { Chart, Drawing } from "../chart/frame";
import { fixed, UNKNOWN } from "../format/numbers";
import { browserZone, day, span } from "../format/times";
import { digitsInUnit, inUnit, unitName } from "../format/units";
import { MetricHelp } from "../help/metric-help";
import type { MetricId } from "../help/metric-ids";
import { failureSentence } from "../server/failure";
import { notify } from "../server/notices";
import { isExhausted, POLLS_EXHAUSTED } from "../server/polling";
import { useCurrent } from "../tracks/current-track";
import { StaticMap } from "../tracks/static-map";
import { Button, ButtonLink } from "../ui/button";
import { Confirm } from "../ui/dialog";
import { EmptyState, NotRead } from "../ui/empty-state";
import { Figure } from "../ui/figure";
import { Spinner } from "../ui/progress";
import reportHead from "../ui/report-head.module.css";
import { ReportLoading } from "../ui/report-loading";
import { useTitle } from "../ui/title";
import { isReportPending, useDeleteWindReport, windFileOptions, windReportOptions } from "./queries";
import styles from "./report-page.module.css";
import { type CurvePoint, curveOf, fiveDifferences, WindChart } from "./wind-chart";
import { zoneOf } from "./wind-file-text";

/** A wind report: curves, figures and stability of a part of a wind file. */
export function Page() {
  const id = Number(useParams().report_id);
  const { data, error, refetch } = useQuery(windReportOptions(id));
  const report = data?.value ?? null;
  const { data: file } = useQuery({ ...windFileOptions(report?.wind_file ?? 0), enabled: report !== null });
  const hasEnded = isExhausted(data, isReportPending);
  useTitle(report ? `Wind Report: ${report.name}` : "Wind Report");
  useNamedInHeader(report, file ?? null);
  useEffect(() => {
    if (hasEnded) notify.error(POLLS_EXHAUSTED);
  }, [hasEnded]);
  if (error && !report)
    return (
      <main>
        <NotRead title="This wind report could not be read" sentence={failureSentence(error)} onRetry={refetch}>
          <ButtonLink to="/wind">Wind files</ButtonLink>
        </NotRead>
      </main>
    );
  if (!report) return <ReportLoading what="the wind report" heights={[90, 420]} />;
  return (
    <main className="stack shrinks">
      <Head report={report} file={file ?? null} />
      <Content report={report} zone={file ? zoneOf(file) : browserZone()} hasEnded={hasEnded} />
    </main>
  );
}

function useNamedInHeader(report: WindReport | null, file: WindFile | null): void {
  const tz = file ? zoneOf(file) : browserZone();
  useCurrent(
    "windReport",
    useMemo(() => report && { ...report, tz }, [report, tz]),
  );
}

function Head({ report, file }: { report: WindReport; file: WindFile | null }) {
  const [asks, setAsks] = useState(false);
  const zone = file ? zoneOf(file) : browserZone();
  const name = `Wind file ${report.wind_file}`;
  return (
    <div className={styles.head}>
      {file?.static_map && (
        <StaticMap track={{ ...file, full_name: file.original_name }} to={null} className={reportHead.map} />
      )}
      <div className="grow anywhere">
        <h1 className="title">Wind Report: {report.name}</h1>
        <p className="small secondary">
          {day(report.start_time, zone)}, {span(report.start_time, report.end_time, zone)}.{" "}
          {file?.can.change ? <Link to={`/wind#wind-file-${file.id}`}>{name}</Link> : name}
          {file && `, ${file.original_name}`}.
        </p>
      </div>
      {report.can.delete && (
        <Button kind="danger" icon={Trash2} className={styles.delete} onClick={() => setAsks(true)}>
          Delete Report
        </Button>
      )}
      {asks && <DeleteDialog id={report.id} onClose={() => setAsks(false)} />}
    </div>
  );
}

function DeleteDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutateAsync: remove } = useDeleteWindReport(id);
  return (
    <Confirm
      question="Are you sure you want to delete this wind report?"
      detail="The wind file and its other reports remain."
      onYes={() => remove().then(() => navigate("/wind"))}
      onClose={onClose}
    />
  );
}

function Content({ report, zone, hasEnded }: { report: WindReport; zone: string; hasEnded: boolean }) {
  const points = useMemo(() => curveOf(report), [report]);
  const { metrics } = report;
  if (report.error) return <EmptyState title="This report has no wind">{report.error}</EmptyState>;
  if (!metrics)
    return hasEnded ? (
      <EmptyState title={POLLS_EXHAUSTED} />
    ) : (
      <div className={styles.pending} role="status">
        <Spinner />
        <b>Wind data is processing...</b>
      </div>
    );
  return (
    <div className={styles.content}>
      <WindFigures metrics={metrics} />
      <div className={styles.two}>
        <section className={styles.card} aria-labelledby="wind-chart">
          <div className="card-head apart">
            <h2 id="wind-chart">Wind speed and direction</h2>
            <span className="caption only-wide">
              smoothed; dashed: average; pale: one standard deviation to each side
            </span>
          </div>
          <WindChart points={points} metrics={metrics} zone={zone} />
        </section>
        <Stability points={points} metrics={metrics} />
      </div>
    </div>
  );
}

/** Averages, standard deviations and trends of speed and direction. */
function WindFigures({ metrics }: { metrics: WindMetrics }) {
  return (
    <div className={styles.figuresTwo}>
      <Four
        title="Wind speed"
        help={{ mean: "Wind.tws_kn", sd: "Wind.tws_std_kn" }}
        unit="kn"
        mean={metrics.avg_tws}
        sd={metrics.std_tws}
        perSecond={metrics.avg_tws_diff_s}
        perMinute={metrics.avg_tws_diff_min}
      />
      <Four
        title="Wind direction"
        help={{ mean: "Wind.twd_deg", sd: "Wind.twd_std_deg" }}
        unit="°"
        mean={metrics.avg_twd}
        sd={metrics.std_twd}
        perSecond={metrics.avg_twd_diff_s}
        perMinute={metrics.avg_twd_diff_min}
      />
    </div>
  );
}

interface FourProps {
  title: string;
  unit: string;
  help: { mean: MetricId; sd: MetricId };
  mean: number | null;
  sd: number | null;
  perSecond: number | null;
  perMinute: number | null;
}

function Four({ title, unit, help, mean, sd, perSecond, perMinute }: FourProps) {
  const figure = (value: number | null, digits: number, write: (value: number, digits: number) => string = fixed) =>
    value === null
      ? { value: UNKNOWN }
      : { value: write(inUnit(value, unit), digitsInUnit(digits, unit)), unit: unitName(unit) };
  return (
    <section className={styles.figuresCard} aria-label={title}>
      <h2>{title}</h2>
      <dl className={styles.figures}>
        <Figure
          name="Average"
          help={<MetricHelp name={`${title}, average`} ids={[help.mean]} />}
          {...figure(mean, 2)}
        />
        <Figure
          name="Standard deviation"
          help={<MetricHelp name={`${title}, standard deviation`} ids={[help.sd]} />}
          {...figure(sd, 2)}
        />
        <Figure name="Trend per 1 s" {...figure(perSecond, 4, signed)} />
        <Figure name="Trend per 1 min" {...figure(perMinute, 2, signed)} />
      </dl>
    </section>
  );
}

/** How steady pressure and direction were: the spread within the report, and beside the owner's other reports. */
function Stability({ points, metrics }: { points: readonly CurvePoint[]; metrics: WindMetrics }) {
  const { stability } = metrics;
  const hasOthers = stability.relative_tws !== null || stability.relative_twd !== null;
  return (
    <section className={styles.stabilityCard} aria-labelledby="stability">
      <h2 id="stability">Stability</h2>
      <Quantity
        name="Pressure"
        unit="kn"
        five={fiveDifferences(
          points.map(({ tws }) => tws),
          metrics.avg_tws,
        )}
        relative={{
          percent: stability.relative_tws,
          all: stability.tws,
          unit: " %",
          word: "puffier",
          most: "puffiest",
        }}
      />
      <Quantity
        name="Direction"
        unit="°"
        five={fiveDifferences(
          points.map(({ twd }) => twd),
          metrics.avg_twd,
        )}
        relative={{
          percent: stability.relative_twd,
          all: stability.twd,
          unit: "°",
          word: "shiftier",
          most: "shiftiest",
        }}
      />
      {!hasOthers && (
        <div className={styles.alone}>
          <p>For relative stability metrics to be calculated, you must have more than one wind report.</p>
          <ButtonLink to="/wind" icon={Wind}>
            Wind files
          </ButtonLink>
        </div>
      )}
      <p className={styles.meaning}>
        Box: the middle half of the time. Line: the median. Whiskers: lowest and highest.
        {hasOthers && " Scales: standard deviation about the 10-minute trend, of all your reports."}
      </p>
    </section>
  );
}

interface Relative {
  /** Percent of the owner's other reports that were steadier; null with fewer than two reports. */
  percent: number | null;
  /** Five numbers over all reports, in `unit`. */
  all: readonly number[] | null;
  unit: string;
  word: string;
  most: string;
}

interface QuantityProps {
  name: string;
  unit: string;
  five: readonly number[] | null;
  relative: Relative;
}

function Quantity({ name, unit, five, relative }: QuantityProps) {
  return (
    <div className={styles.quantity}>
      <h3>
        {name} <span className="caption">difference from the average, {unitName(unit)}</span>
      </h3>
      {five ? <BoxPlot name={name} unit={unit} five={five} /> : <p className="small secondary">Not in this log.</p>}
      {relative.percent !== null && <Beside {...relative} percent={relative.percent} />}
    </div>
  );
}

const MARGIN = { top: 0, right: 16, bottom: 22, left: 16 };
const HEIGHT = 68;

const UNIT_WORDS: Record<string, string> = {
  "°": "degrees",
  kn: "knots",
  "m/s": "metres per second",
  "km/h": "kilometres per hour",
};

function BoxPlot({ name, unit, five }: { name: string; unit: string; five: readonly number[] }) {
  const [low = 0, q1 = 0, median = 0, q3 = 0, high = 0] = five;
  const reach = Math.max(Math.abs(low), Math.abs(high)) || 1;
  const labels = five.map((value) => signed(inUnit(value, unit), 1));
  const label = `${name}, difference from the average in ${UNIT_WORDS[unitName(unit)]}: lowest ${labels[0]}, lower quartile ${labels[1]}, median ${labels[2]}, upper quartile ${labels[3]}, highest ${labels[4]}`;
  return (
    <Chart margin={MARGIN} height={HEIGHT}>
      {(frame) => {
        const x = scaleLinear([-reach, reach], [frame.left, frame.right]).nice(4);
        return (
          <Drawing frame={frame} label={label}>
            <LowerAxis frame={frame} x={x} ticks={x.ticks(4)} hasRules standard={unit} format={signed} />
            <g className={styles.box}>
              <path d={`M${x(low)} 23H${x(high)}M${x(low)} 15v16M${x(high)} 15v16`} />
              <rect x={x(q1)} width={x(q3) - x(q1)} y="9" height="28" rx="3" />
              <path d={`M${x(median)} 9v28`} />
            </g>
          </Drawing>
        );
      }}
    </Chart>
  );
}

/** "+1.50", "−0.20", "0" */
const signed = (value: number, digits: number): string => {
  const text = fixed(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
};

/** The sentence of the specification, and where the report stands among the others. */
function Beside({ percent, all, unit, word, most }: Relative & { percent: number }) {
  const whole = Math.round(percent);
  const end = (value: number | undefined) => (value === undefined ? "" : `, ${fixed(value, 1)}${unit}`);
  return (
    <>
      <p className="above-8 strong">
        This report was {word} than {whole}% of your other reports.
      </p>
      <div className={styles.scale} aria-hidden="true">
        <i style={{ left: `${percent}%` }} />
      </div>
      <div className="flex apart gap-12 caption">
        <span>steadiest{end(all?.[0])}</span>
        <span>
          {most}
          {end(all?.[4])}
        </span>
      </div>
    </>
  );
}
