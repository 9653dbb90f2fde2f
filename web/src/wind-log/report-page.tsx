import type { WindFile, WindMetrics, WindReport } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
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
import { EmptyState, NotRead, Skeleton } from "../ui/empty-state";
import { Figure } from "../ui/figure";
import { Spinner } from "../ui/progress";
import { useTitle } from "../ui/title";
import { isReportPending, useDeleteWindReport, windFileOptions, windReportOptions } from "./queries";
import styles from "./report-page.module.css";
import { Stability, signed } from "./stability";
import { curveOf, WindChart } from "./wind-chart";
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
  if (!report) return <Loading />;
  return (
    <main className={styles.main}>
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
        <StaticMap track={{ ...file, full_name: file.original_name }} to={null} className={styles.map} />
      )}
      <div className={styles.words}>
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
  const { mutate, isPending } = useDeleteWindReport(id);
  const remove = () =>
    mutate(undefined, {
      onSuccess: (isDeleted) => {
        if (!isDeleted) return onClose();
        notify.success("Wind report deleted successfully.");
        void navigate("/wind");
      },
    });
  return (
    <Confirm
      open
      question="Are you sure you want to delete this wind report?"
      detail="The wind file and its other reports remain."
      busy={isPending}
      onYes={remove}
      onNo={onClose}
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
          <div className={styles.cardHead}>
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

const Loading = () => (
  <main className={styles.main} role="status" aria-label="Loading the wind report">
    <div className={styles.head}>
      <Skeleton width={116} height={64} />
      <div className="grow">
        <Skeleton width={280} height={20} />
        <Skeleton width={360} style={{ marginTop: 10 }} />
      </div>
    </div>
    <div className={styles.content}>
      <Skeleton height={90} />
      <Skeleton height={420} />
    </div>
  </main>
);

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
