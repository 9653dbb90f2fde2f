import type { Track } from "@leebow/api/contract";
import { type FileAnalysis, halfWidth90, howSureIs, PLUS_MINUS_MEANING, type Wind } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { Wind as WindIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { WindDial } from "../../chart/wind-dial";
import { amount, intervalDigits, sentence, UNKNOWN, unitWithInterval, windFrom } from "../../format/numbers";
import { unitName } from "../../format/units";
import { MetricHelp } from "../../help/metric-help";
import { Button } from "../../ui/button";
import { Figure } from "../../ui/figure";
import { Icon } from "../../ui/icon";
import { lazyClosable } from "../../ui/lazy-component";
import { Badge } from "../../ui/marks";
import { Spinner } from "../../ui/progress";
import { isReportPending, reportsOfFileOptions } from "../../wind-log/queries";
import type { TrackFacts } from "./rows";
import styles from "./wind-block.module.css";

/** A direction with a larger standard deviation has no wedge. *guess* */
const MAX_WEDGE_SD_DEG = 80;

const AttachWindFile = lazyClosable(async () => (await import("../../wind-log/attach-wind-file")).AttachWindFile);

/** Averages and stability of the measured wind. */
interface MeasuredWind {
  avg_twd: number | null;
  avg_tws: number | null;
  std_twd: number | null;
  std_tws: number | null;
}

/** The wind of the track: measured, still processed, or none; of an estimated one only its direction. */
export function WindBlock({ analysis, facts }: { analysis: FileAnalysis; facts: TrackFacts }) {
  const { track } = facts;
  return (
    <section className="card shrinks" aria-labelledby="wind-facts">
      <div className={styles.head}>
        <h2 id="wind-facts">Wind</h2>
        <MetricHelp name="Wind" ids={["Wind.twd_deg", "Wind.sd_deg"]} />
        {isMeasured(analysis.wind) && (
          <Badge tone="wind" icon={WindIcon}>
            {analysis.wind.source === "fused" ? "Wind log and track" : "Wind log"}
          </Badge>
        )}
      </div>
      {track?.wind_file ? (
        <WindOfFile analysis={analysis} track={track} wind_file={track.wind_file} />
      ) : (
        <WindOfAnalysis analysis={analysis} track={track} />
      )}
    </section>
  );
}

const isMeasured = (wind: Wind | null): wind is Wind => wind?.source === "measured" || wind?.source === "fused";

interface OfTrackProps {
  analysis: FileAnalysis;
  track: Track | null;
}

/** With a wind file: the wind during the track; else that of the first report of the file. */
function WindOfFile({ analysis, track, wind_file }: OfTrackProps & { track: Track; wind_file: number }) {
  const { data: reports } = useQuery(reportsOfFileOptions(wind_file));
  const first = reports?.[0];
  if (track.processing_status === 4) return <Processing />;
  if (isMeasured(analysis.wind)) return <Measured wind={measuredOf(analysis.wind)} reports={reports ?? []} />;
  if (first && isReportPending(first)) return <Processing />;
  if (first?.metrics) return <Measured wind={first.metrics} reports={reports ?? []} />;
  return <NoWind analysis={analysis} track={track} />;
}

function WindOfAnalysis({ analysis, track }: OfTrackProps) {
  if (track?.processing_status === 4) return <Processing />;
  if (isMeasured(analysis.wind)) return <Measured wind={measuredOf(analysis.wind)} reports={[]} />;
  return <NoWind analysis={analysis} track={track} />;
}

const measuredOf = ({ twd_deg, tws_kn, twd_std_deg, tws_std_kn }: Wind): MeasuredWind => ({
  avg_twd: twd_deg,
  avg_tws: tws_kn,
  std_twd: twd_std_deg,
  std_tws: tws_std_kn,
});

interface MeasuredProps {
  wind: MeasuredWind;
  /** Reports of the wind file. */
  reports: readonly { id: number; name: string }[];
}

function Measured({ wind: { avg_twd, avg_tws, std_twd, std_tws }, reports }: MeasuredProps) {
  const figure = (value: number | null, unit: string, name = "") =>
    value === null ? { value: UNKNOWN } : { value: amount(value, 2, unit), unit: `${unitName(unit)}${name}` };
  return (
    <>
      <div className={styles.measured}>
        {avg_twd !== null && (
          <WindDial
            winds={[{ twd_deg: avg_twd, sd_deg: std_twd !== null && std_twd < MAX_WEDGE_SD_DEG ? std_twd : 0 }]}
            className={styles.dial}
            label={`Wind from ${Math.round(avg_twd) % 360}°`}
          />
        )}
        <dl className={styles.figures}>
          <Figure
            name="Average TWD"
            help={<MetricHelp name="Average TWD" ids={["Wind.twd_deg"]} />}
            {...figure(avg_twd, "°")}
          />
          <Figure
            name="Average TWS"
            help={<MetricHelp name="Average TWS" ids={["Wind.tws_kn"]} />}
            {...figure(avg_tws, "kts")}
          />
          <Figure
            name="Direction stability"
            help={<MetricHelp name="Direction stability" ids={["Wind.twd_std_deg"]} />}
            {...figure(std_twd, "°", " std TWD")}
          />
          <Figure
            name="Pressure stability"
            help={<MetricHelp name="Pressure stability" ids={["Wind.tws_std_kn"]} />}
            {...figure(std_tws, "kts", " std TWS")}
          />
        </dl>
      </div>
      {reports.length > 0 && (
        <p className={styles.foot}>
          Wind reports of this log:{" "}
          {reports.map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 && ", "}
              <Link to={`/wind-report/${id}`}>{name}</Link>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function Processing() {
  return (
    <div className={styles.message} role="status">
      <Spinner size={20} />
      <div>
        <b>Wind data is processing...</b>
        <p className="small secondary">The rest of the report is ready.</p>
      </div>
    </div>
  );
}

/** No measured wind: what was estimated, and how to get one. */
function NoWind({ analysis: { wind, notes }, track }: OfTrackProps) {
  const [attaches, setAttaches] = useState(false);
  const half = halfWidth90(wind?.sd_deg ?? 0);
  const digits = intervalDigits(half);
  const sure = wind && howSureIs(wind);
  return (
    <>
      <div className={styles.message}>
        <Icon of={WindIcon} size={20} />
        <div className="grow">
          <b>No wind data available.</b>
          {track?.can.edit && (
            <p className="small secondary">
              Attach the log of a wind sensor near the course to see direction and pressure.
            </p>
          )}
        </div>
        {track?.can.edit && <Button onClick={() => setAttaches(true)}>Attach Wind File</Button>}
      </div>
      {wind ? (
        <p className={styles.foot}>
          {wind.source === "pinned"
            ? "Nothing was measured; set by hand is"
            : "Nothing was measured; the track alone gives"}{" "}
          <b>
            {windFrom(wind, digits)}° {unitWithInterval(half, digits, "°")}
          </b>
          {sure === null ? "" : `, ${sure}`}. {PLUS_MINUS_MEANING}
        </p>
      ) : (
        notes.map((note) => (
          <p key={note} className={styles.foot}>
            {sentence(note)}
          </p>
        ))
      )}
      {attaches && track && <AttachWindFile track={track} onClose={() => setAttaches(false)} />}
    </>
  );
}
