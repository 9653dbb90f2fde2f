import {
  type FileAnalysis,
  PASSAGE_KIND_NAMES,
  PASSAGE_KINDS,
  PASSAGE_S,
  type Passage,
  type PassageKind,
  type PassageRow,
  passageOf,
  passageTexts,
  type TrackColumns,
} from "@leebow/core";
import { MILES_PER_M } from "@leebow/core/units";
import { useMemo } from "react";
import { classes } from "../components/classes";
import { EmptyState } from "../components/empty-state";
import { Figure, Figures } from "../components/figure";
import { ScrollRegion } from "../components/scroll-region";
import { durationText, hoursMinutes } from "../format/durations";
import { amount, fixed, sentence } from "../format/numbers";
import { clock } from "../format/times";
import { unitName } from "../format/units";
import { AngleRose } from "./angle-rose";
import { PAINTS } from "./kinds";
import styles from "./passage-view.module.css";
import { StrengthChart } from "./strength-chart";

interface PassageViewProps {
  report: FileAnalysis;
  columns: TrackColumns;
}

/** What of a passage was sailed how, what under engine, and in which wind. */
export function PassageView({ report, columns }: PassageViewProps) {
  const passage = useMemo(() => passageOf(report, columns), [report, columns]);
  if ((passage.sail?.time_s ?? 0) < PASSAGE_S && !passage.rows.engine)
    return (
      <EmptyState title="Too short for a passage">
        There are {durationText(passage.sail?.time_s ?? 0)} under sail. From 2 h on, shares and averages stand here.
      </EmptyState>
    );
  return (
    <div className={styles.cards}>
      <Head passage={passage} />
      <Shares passage={passage} zone={report.time_zone} />
      <div className={styles.two}>
        <SailAndEngine passage={passage} />
        {passage.angles_deg.length > 0 && <AngleRose passage={passage} />}
      </div>
      {passage.strengths_kn.length > 0 && <StrengthChart passage={passage} />}
    </div>
  );
}

const nm = (m: number) => amount(m * MILES_PER_M, 1, "mi");

function Head({ passage: { distance_m, time_s, rows, sail, tacks, gybes } }: { passage: Passage }) {
  const speed = unitName("kn");
  return (
    <Figures columns={6}>
      <Figure name="Distance" value={nm(distance_m)} unit={unitName("mi")} />
      <Figure name="Time" value={durationText(time_s)} />
      <Figure name="Under sail" value={amount(sail?.average_kn, 1, "kn")} unit={sail ? speed : undefined} />
      <Figure
        name="Under engine"
        value={amount(rows.engine?.average_kn, 1, "kn")}
        unit={rows.engine ? speed : undefined}
      />
      <Figure name="Sailed of the time" value={fixed(100 * (sail?.share ?? 0), 0)} unit="%" />
      <Figure name="Tacks, gybes" value={`${tacks}, ${gybes}`} />
    </Figures>
  );
}

const isKind = ([, row]: [PassageKind, PassageRow | undefined]): boolean => row !== undefined;
const rowsOf = ({ rows }: Passage) =>
  PASSAGE_KINDS.map((kind): [PassageKind, PassageRow | undefined] => [kind, rows[kind]]).filter(isKind) as [
    PassageKind,
    PassageRow,
  ][];

function Shares({ passage, zone }: { passage: Passage; zone: string | null }) {
  const { stretches, time_s } = passage;
  const rows = rowsOf(passage);
  const from_ms = Date.parse(stretches[0]!.start_time);
  const to_ms = Date.parse(stretches.at(-1)!.end_time);
  const at = (time: string) => (100 * (Date.parse(time) - from_ms)) / (to_ms - from_ms);
  return (
    <section className={styles.card} aria-labelledby="passage-shares">
      <div className={styles.head}>
        <h2 id="passage-shares">What was sailed</h2>
        <span className="grow" />
        <span className="caption">of {durationText(time_s)}</span>
      </div>
      <div className={styles.bar} aria-hidden="true">
        {rows.map(([kind, { share }]) => (
          <i key={kind} className={PAINTS[kind]} style={{ flexGrow: share }} />
        ))}
      </div>
      <ul className={styles.key}>
        {rows.map(([kind, { share }]) => (
          <li key={kind}>
            <i className={classes(styles.square, PAINTS[kind])} />
            {PASSAGE_KIND_NAMES[kind]} <b>{fixed(100 * share, 0)} %</b>
          </li>
        ))}
      </ul>
      <div
        className={styles.time}
        role="img"
        aria-label={`What was sailed over the time, ${stretches.length} stretches`}
      >
        {stretches.map(({ kind, start_time, end_time }) => (
          <i
            key={start_time}
            className={PAINTS[kind]}
            title={`${PASSAGE_KIND_NAMES[kind]}, ${clock(Date.parse(start_time), zone)} to ${clock(Date.parse(end_time), zone)}`}
            style={{ left: `${at(start_time)}%`, width: `${at(end_time) - at(start_time)}%` }}
          />
        ))}
      </div>
      <p className={styles.ends}>
        <span>{clock(from_ms, zone)}</span>
        <span>{clock(to_ms, zone)}</span>
      </p>
    </section>
  );
}

function SailAndEngine({ passage }: { passage: Passage }) {
  const texts = passageTexts(passage);
  return (
    <section className={styles.card} aria-labelledby="passage-table">
      <div className={styles.head}>
        <h2 id="passage-table">Sail and engine</h2>
      </div>
      <ScrollRegion label="Shares and averages">
        <table className={styles.table}>
          <caption className="visually-hidden">Shares and averages</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">Time, h</th>
              <th scope="col">Share, %</th>
              <th scope="col">Distance, {unitName("mi")}</th>
              <th scope="col">Average, {unitName("kn")}</th>
              <th scope="col">Best 10 min, {unitName("kn")}</th>
              <th scope="col">Angle, median</th>
            </tr>
          </thead>
          <tbody>
            {rowsOf(passage).map(([kind, row]) => (
              <tr key={kind}>
                <th scope="row">
                  <i className={classes(styles.square, PAINTS[kind])} />
                  {PASSAGE_KIND_NAMES[kind]}
                </th>
                <Cells row={row} hasAngle={kind !== "engine" && kind !== "rest"} />
              </tr>
            ))}
          </tbody>
          {passage.sail && (
            <tfoot>
              <tr>
                <th scope="row">Under sail</th>
                <Cells row={passage.sail} hasAngle={false} />
              </tr>
            </tfoot>
          )}
        </table>
      </ScrollRegion>
      {texts.length > 0 && <p className={styles.sentence}>{texts.map(sentence).join(" ")}</p>}
    </section>
  );
}

function Cells({ row, hasAngle }: { row: PassageRow; hasAngle: boolean }) {
  const { time_s, share, distance_m, average_kn, best_10_min_kn, angle_deg } = row;
  return (
    <>
      <td>{hoursMinutes(time_s)}</td>
      <td>{fixed(100 * share, 0)}</td>
      <td>{nm(distance_m)}</td>
      <td>
        <b>{amount(average_kn, 1, "kn")}</b>
      </td>
      <td>{amount(best_10_min_kn, 1, "kn")}</td>
      <td>{hasAngle && angle_deg !== null ? `${fixed(angle_deg, 0)}°` : "–"}</td>
    </>
  );
}
