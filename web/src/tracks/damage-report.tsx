import type { Damage, FileAnalysis, Loss } from "@leebow/core";
import { FileCheck, FileWarning } from "lucide-react";
import { capital, countText, wordFor } from "../format/numbers";
import { clock, clockSeconds, durationText } from "../format/times";
import { useNarrow } from "../look/use-media";
import type { ReplayData } from "../playback/rows";
import { classes } from "../ui/classes";
import { Icon } from "../ui/icon";
import styles from "./damage-report.module.css";

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
      <div className="flex apart caption">
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

const count = (n: number) => n.toLocaleString("en-GB");
const points = (n: number) => `${count(n)} ${wordFor(n, "point")}`;

/** Losses of data. A jump is not one: its fix is retained with a smoothed position. */
export const lostParts = ({ losses }: Damage): Loss[] => losses.filter(({ kind }) => kind !== "jump");

/** "Kept 10,431 of 10,902 points" */
export function keptText(damage: Damage): string {
  const { kept, expected } = damage;
  if (expected !== null && expected > kept) return `Kept ${count(kept)} of ${points(expected)}`;
  if (lostParts(damage).length === 0) return `All ${points(kept)} kept`;
  return expected === null
    ? `Kept ${points(kept)}; how many there were is not known`
    : `All ${points(kept)} kept, though something in the file is wrong`;
}

/** Where the file stops and which part is usable, as a sentence. */
export function damageSentence(report: FileAnalysis): string {
  const losses = lostParts(report.damage);
  if (losses.length === 0) return wholeSentence(report.damage);
  const end = losses.find(({ kind }) => kind === "truncated");
  if (end && end.time_ms !== null) {
    const good = durationText((end.time_ms - Date.parse(report.start_time)) / 1000);
    return `The file stops at ${clockSeconds(end.time_ms, report.time_zone)}. The ${good} before that are good, and everything shown here is made from them.`;
  }
  const { kept, expected } = report.damage;
  if (expected === kept) return "No point is missing. What was wrong in the file stands below.";
  return "Everything shown here is made from the points that are good.";
}

function wholeSentence({ losses }: Damage): string {
  const smoothed = losses.reduce((sum, loss) => sum + Math.max(1, loss.points), 0);
  if (smoothed === 0) return "This file is whole.";
  return `This file is whole. ${count(smoothed)} ${wordFor(smoothed, "fix", "fixes")} no boat can have reached ${wordFor(smoothed, "is", "are")} drawn where the boat must have been.`;
}

function lossPoints(loss: Loss): string {
  return loss.points > 0 ? points(loss.points) : "how many is not known";
}

/** One piece of the bar of a file: retained or lost, with its number of points. */
interface BarPiece {
  lost: boolean;
  points: number;
}

/** The pieces of a file in order of time. */
export function barPieces({ damage }: FileAnalysis, time_ms: Float64Array): BarPiece[] {
  const pieces: BarPiece[] = [];
  let row = 0;
  const lost = lostParts(damage);
  const placed = lost.filter(({ time_ms: at }) => at !== null).sort((a, b) => a.time_ms! - b.time_ms!);
  const unplaced = lost.filter(({ time_ms: at }) => at === null);
  for (const loss of [...unplaced, ...placed]) {
    const before = row;
    while (loss.time_ms !== null && row < time_ms.length && time_ms[row]! <= loss.time_ms) row++;
    if (row > before) pieces.push({ lost: false, points: row - before });
    pieces.push({ lost: true, points: Math.max(1, loss.points) });
  }
  if (row < time_ms.length) pieces.push({ lost: false, points: time_ms.length - row });
  return pieces;
}
