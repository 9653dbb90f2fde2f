import {
  CALIBRATED_NAMES,
  type Calibration,
  type CalibrationRow,
  calibrationAdvice,
  calibrationFigure,
  calibrationSource,
  errorsOf,
  type InstrumentErrors,
  isError,
  PLUS_MINUS_MEANING,
} from "@leebow/core";
import type { ReactNode } from "react";
import { Switch } from "../components/choices";
import { classes } from "../components/classes";
import { ScrollRegion } from "../components/scroll-region";
import { changeCorrections } from "../corrections/correct";
import { UNKNOWN } from "../format/numbers";
import type { CorrectionSource } from "../session/correction-source";
import styles from "./instruments-view.module.css";

interface CalibrationCardProps {
  calibration: Calibration;
  /** With which the figures are corrected; null where they are not. */
  applied: InstrumentErrors | null;
  /** Of a track on the server, where it holds for the later logs of the boat. */
  isStored: boolean;
  source: CorrectionSource;
  /** What applies it to other logs. */
  earlier?: ReactNode;
}

/** What each instrument reads too much or too little, with its uncertainty. */
export function CalibrationCard({ calibration: { rows }, applied, isStored, source, earlier }: CalibrationCardProps) {
  const errors = errorsOf(rows);
  const { busy, edit } = source;
  const canSwitch = edit !== null && (applied !== null || Object.keys(errors).length > 0);
  const onSwitch = (isOn: boolean) => {
    const before = source.corrections.filter(({ action }) => action === "calibrate");
    const others = (list: CorrectionSource["corrections"]) => list.filter(({ action }) => action !== "calibrate");
    void changeCorrections(
      source,
      (list) => (isOn ? [...others(list), { action: "calibrate", calibration: errors }] : others(list)),
      isOn ? "The figures are corrected by the calibration." : "The figures are as the instruments read.",
      (list) => [...others(list), ...before],
    );
  };
  return (
    <section className={styles.card} aria-labelledby="instruments-calibration">
      <div className={styles.head}>
        <h2 id="instruments-calibration">Calibration</h2>
        <span className="grow" />
        {earlier}
        {canSwitch && (
          <Switch label="Correct the figures with it" checked={applied !== null} disabled={busy} onChange={onSwitch} />
        )}
      </div>
      <ScrollRegion label="Errors of the instruments">
        <table className={styles.calibration}>
          <caption className="visually-hidden">Calibration. {PLUS_MINUS_MEANING}</caption>
          <thead>
            <tr>
              <th scope="col">Instrument</th>
              <th scope="col">Found</th>
              <th scope="col">±</th>
              <th scope="col" className={styles.middle}>
                no error
              </th>
              <th scope="col" className={styles.words}>
                What to do
              </th>
              <th scope="col" className={styles.words}>
                From
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.instrument} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={styles.sentence}>
        Found is what to add to the reading, of the log what to multiply it by. {PLUS_MINUS_MEANING}
        {applied &&
          ` The figures of this track are corrected with it${isStored ? ", and later logs of this boat too" : ""}.`}
      </p>
    </section>
  );
}

/** Half the width of the plot, ° and, of a factor, as a share. */
const REACH_DEG = 10;
const REACH_FACTOR = 0.25;

function Row({ row }: { row: CalibrationRow }) {
  const { instrument, value, half_width } = row;
  const [name, what] = CALIBRATED_NAMES[instrument];
  const isFound = isError(row);
  return (
    <tr className={value === null ? styles.unknown : undefined}>
      <th scope="row">
        <b>{name}</b> {what}
      </th>
      <td className={isFound ? styles.found : undefined}>{value === null ? UNKNOWN : calibrationFigure(row, value)}</td>
      <td>{half_width !== null && `± ${calibrationFigure(row, half_width, false)}`}</td>
      <td className={styles.middle}>
        <span className={styles.plot} aria-hidden="true">
          {value !== null && half_width !== null && <Dot row={row} value={value} half={half_width} isFound={isFound} />}
        </span>
      </td>
      <td className={styles.words}>{calibrationAdvice(row)}</td>
      <td className={classes(styles.words, styles.source)}>{calibrationSource(row)}</td>
    </tr>
  );
}

function Dot({ row, value, half, isFound }: { row: CalibrationRow; value: number; half: number; isFound: boolean }) {
  const [zero, reach] = row.instrument === "log" ? [1, REACH_FACTOR] : [0, REACH_DEG];
  const at = (of: number) => 50 + 50 * Math.max(-1, Math.min(1, (of - zero) / reach));
  return (
    <>
      <u style={{ left: `${at(value - half)}%`, width: `${at(value + half) - at(value - half)}%` }} />
      <i className={classes(isFound ? styles.full : styles.hollow)} style={{ left: `${at(value)}%` }} />
    </>
  );
}
