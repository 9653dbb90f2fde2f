import type { FileAnalysis } from "@leebow/core";
import { FileCheck, FileWarning } from "lucide-react";
import { classes } from "../components/classes";
import { Icon } from "../components/icon";
import { useNarrow } from "../components/use-narrow";
import { capital, countText } from "../format/counts";
import { clock, clockSeconds } from "../format/times";
import type { ReplayData } from "../session/replay-model";
import styles from "./damage-report.module.css";
import { barPieces, damageSentence, keptText, lossPoints, lostParts } from "./damage-text";

/** The retained and lost parts of a file, with places and reasons. */
export function DamageReport({ data: { report, columns } }: { data: ReplayData }) {
  const { damage, notes } = report;
  const isNarrow = useNarrow();
  const lost = lostParts(damage).length;
  const smoothed = damage.losses.length - lost;
  const isWhole = lost === 0;
  return (
    <section className={styles.report} aria-label="What was kept of the file">
      <div className={classes(styles.head, isWhole && styles.whole)}>
        <Icon of={isWhole ? FileCheck : FileWarning} size={20} />
        <div>
          <h2>{keptText(damage)}</h2>
          <p>{damageSentence(report)}</p>
        </div>
      </div>
      {!isWhole && <FileBar report={report} time_ms={columns.time_ms} />}
      {damage.losses.length > 0 && (
        <details className={styles.losses} open={!isNarrow}>
          <summary>
            {[lost > 0 && countText(lost, "lost part"), smoothed > 0 && `${smoothed} smoothed`]
              .filter(Boolean)
              .join(", ")}
          </summary>
          <ul>
            {damage.losses.map((loss, i) => (
              <li key={i}>
                <b>
                  {loss.time_ms === null
                    ? `${loss.unit} ${loss.from.toLocaleString("en-GB")}`
                    : clockSeconds(loss.time_ms, report.time_zone)}
                </b>
                <span className="quiet small">{lossPoints(loss)}</span>
                <span>{loss.reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {[...damage.lacks, ...notes].map((sentence) => (
        <p key={sentence} className={styles.lacks}>
          {asSentence(sentence)}
        </p>
      ))}
    </section>
  );
}

function FileBar({ report, time_ms }: { report: FileAnalysis; time_ms: Float64Array }) {
  const pieces = barPieces(report, time_ms);
  const lost = pieces.filter((piece) => piece.lost).length;
  return (
    <>
      <div
        className={styles.bar}
        role="img"
        aria-label={`The file from start to end: ${countText(lost, "part is", "parts are")} lost`}
      >
        {pieces.map((piece, i) => (
          <i key={i} className={piece.lost ? styles.lost : ""} style={{ flexGrow: piece.points }} />
        ))}
      </div>
      <div className={styles.ends}>
        <span>{clock(report.start_time, report.time_zone)}</span>
        <span>{clock(report.end_time, report.time_zone)}</span>
      </div>
    </>
  );
}

/** Adds a capital and a full stop to a remark of the engine. */
function asSentence(text: string): string {
  return capital(/[.?]$/.test(text) ? text : `${text}.`);
}
