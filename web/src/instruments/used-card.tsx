import type { Doubt, FileAnalysis, Instrument, TrackColumns } from "@leebow/core";
import { Compass, Gauge, type LucideIcon, Satellite, Wind } from "lucide-react";
import { Button } from "../components/button";
import { correct, removeCorrection } from "../corrections/correct";
import { clock } from "../format/times";
import type { CorrectionSource } from "../session/correction-source";
import { isWind, ownSentence } from "./doubt-words";
import styles from "./instruments-view.module.css";

interface UsedCardProps {
  report: FileAnalysis;
  columns: TrackColumns;
  source: CorrectionSource;
}

interface Row {
  name: string;
  icon: LucideIcon;
  channels: readonly string[];
  instruments: readonly Instrument[];
}

const ROWS: readonly Row[] = [
  { name: "Vane", icon: Wind, channels: ["awa", "twa"], instruments: ["vane"] },
  { name: "Wind", icon: Wind, channels: [], instruments: ["wind"] },
  { name: "Log", icon: Gauge, channels: ["stw"], instruments: ["log"] },
  { name: "Compass", icon: Compass, channels: ["hdg", "hdg_mag"], instruments: ["compass"] },
  { name: "GPS", icon: Satellite, channels: ["sog", "cog"], instruments: ["speed", "course"] },
];

/** A bar per instrument over the time of the recording. */
export function UsedCard({ report, columns, source }: UsedCardProps) {
  const { doubts = [], start_time, end_time, time_zone } = report;
  const rows = ROWS.map((row) => ({
    ...row,
    doubts: doubts.filter(({ instrument }) => row.instruments.includes(instrument)),
  })).filter((row) => row.doubts.length > 0 || row.channels.some((id) => columns.channels[id] !== undefined));
  return (
    <section className={styles.card} aria-labelledby="instruments-used">
      <div className={styles.head}>
        <h2 id="instruments-used">Used in this track</h2>
        <span className="grow" />
        {doubts.some(({ used }) => !used) && <span className="caption">Hatched: not used</span>}
      </div>
      <ul className={styles.used}>
        {rows.map(({ name, icon: Icon, doubts }) => (
          <li key={name}>
            <span className={styles.name}>
              <Icon size={16} aria-hidden="true" />
              {name}
            </span>
            <Bar report={report} doubts={doubts} />
            {doubts.length === 0 && <span className={styles.whole}>Used throughout.</span>}
            {doubts.map((doubt) => (
              <div key={doubt.instrument} className={styles.doubt}>
                <span>{ownSentence(doubt, report)}</span>
                {source.edit && <Trust doubt={doubt} zone={time_zone} source={source} />}
              </div>
            ))}
          </li>
        ))}
      </ul>
      <p className={styles.ends}>
        <span>{clock(start_time, time_zone)}</span>
        <span>{clock(end_time, time_zone)}</span>
      </p>
    </section>
  );
}

/** Hatched where the instruments of a row are not used. */
function Bar({ report, doubts }: { report: FileAnalysis; doubts: readonly Doubt[] }) {
  const [from_ms, to_ms] = [Date.parse(report.start_time), Date.parse(report.end_time)];
  const share = (time: string) => (100 * (Date.parse(time) - from_ms)) / (to_ms - from_ms || 1);
  const spans = doubts.filter(({ used }) => !used).flatMap((doubt) => doubt.spans.map((span) => ({ doubt, span })));
  return (
    <span className={styles.bar} aria-hidden="true">
      {spans.map(({ doubt, span: { start_time, end_time } }) => (
        <i
          key={`${doubt.instrument} ${start_time}`}
          style={{ left: `${share(start_time)}%`, width: `${share(end_time) - share(start_time)}%` }}
        />
      ))}
    </span>
  );
}

function Trust({ doubt, zone, source }: { doubt: Doubt; zone: string | null; source: CorrectionSource }) {
  const { busy, corrections } = source;
  const { instrument, used } = doubt;
  const isOf = (named: Instrument | undefined) =>
    named === undefined || named === instrument || (isWind(named) && isWind(instrument));
  const at = corrections.findIndex((one) => one.action === "trust_instruments" && isOf(one.instrument));
  if (used)
    return (
      <Button disabled={busy || at < 0} onClick={() => void removeCorrection(source, at)}>
        Leave it out again
      </Button>
    );
  return (
    <Button disabled={busy} onClick={() => void correct(source, { action: "trust_instruments", instrument }, zone)}>
      Use it all the same
    </Button>
  );
}
