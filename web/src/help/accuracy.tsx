import accuracy from "virtual:accuracy";
import { Table } from "../ui/table";
import styles from "./accuracy.module.css";
import type { Measure } from "./documents";
import { DefinitionText } from "./metric-names";

const { measured, measures, shortfalls } = accuracy;

/** How well wind, maneuvers, losses and speeds are found: the measured figures of docs/truth.md. */
export function AccuracyFigures() {
  const known = KEY_MEASURES.flatMap(([name, words]) => {
    const measure = measures.find((one) => one.measure === name);
    return measure ? [{ measure, words }] : [];
  });
  return (
    <>
      <h2 id="accuracy">How well it works</h2>
      <p>
        Measured on {measured} on simulated sessions, of which the truth is known: sixteen classes with gusts, shifts
        and mistakes, and receivers with their errors. The figures are those of sessions that were not used to build
        Leebow. On the water it is harder; what was found there stands below.
      </p>
      <Measures caption="The main figures" rows={known.map(({ measure, words }) => ({ ...measure, words }))} />
      <details className={styles.all}>
        <summary>All {measures.length} measured figures, in the words of the engineers</summary>
        <Measures caption="All figures" rows={measures.map((measure) => ({ ...measure, words: measure.measure }))} />
      </details>
    </>
  );
}

function Measures({ caption, rows }: { caption: string; rows: (Measure & { words: string })[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by the keyboard.
    <div className={styles.frame} tabIndex={0} role="region" aria-label={caption}>
      <Table
        className={styles.table}
        caption={caption}
        heads={["What", "Required", "Measured", "Met"]}
        rows={rows.map(({ words, required, heldOut, isMet }) => [
          words,
          required,
          heldOut,
          isMet === null ? "" : isMet ? "Yes" : <b key="met">No</b>,
        ])}
      />
    </div>
  );
}

/** What misses its requirement, and the known weaknesses in full. */
export function Shortfalls() {
  const missed = measures.filter(({ isMet }) => isMet === false);
  return (
    <>
      <h2 id="shortfalls">What falls short</h2>
      <p>
        {missed.length} of the {measures.length} figures miss what we require of them; they are marked No. What is known
        about them, and about recordings from the water, in the words of the engineers:
      </p>
      <ul className={styles.shortfalls}>
        {shortfalls.map(({ name, text }) => (
          <li key={name}>
            <b>{name}</b>
            <DefinitionText text={text.replaceAll("**", "")} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The rows of docs/truth.md that matter most to a sailor, in plain words. */
export const KEY_MEASURES: readonly (readonly [measure: string, words: string])[] = [
  [
    "tack + gybe F1, worst class, 1 Hz",
    "Tacks and gybes found and not invented, one fix a second, worst class (1 is all)",
  ],
  ["tack + gybe F1, worst class, 0.2 Hz", "The same, one fix in five seconds"],
  ["bear-away F1", "Bear-aways found and not invented"],
  ["douse F1", "Douses found and not invented"],
  ["type right when found", "Turns that have the right name"],
  ["wind, still water, median error", "Wind direction: half of the time the error is below"],
  ["wind, still water, P95 error", "Wind direction: 95 % of the time the error is below"],
  ["wind, still water, in the 90 % interval", "Wind directions inside of their ±, which should be 90 %"],
  ["wind, 0.8–1.4 kn cross current, median error", "Wind direction in a cross current, half of the time below"],
  ["published tracks with the wind reversed", "Tracks shown with the wind the wrong way round"],
  ["loss_80, hulls, 1 Hz, mean error", "Loss of a dinghy or keelboat: mean error, one fix a second"],
  ["loss_80, kites and foils, 1 Hz, mean error", "Loss of a kite or foil: mean error, one fix a second"],
  ["loss_80, in its 90 % interval", "Losses inside of their ±, which should be 90 %"],
  ["record over 2 s, median error", "Top speed over 2 s: half of the errors are below"],
  ["record over 2 s, Doppler, in its 90 % interval", "Top speeds inside of their ±, which should be 90 %"],
  ["reach-only tracks without a wind", "Tracks of reaches alone, where no wind can be known, shown without one"],
  ["wind on board: estimates within 20°", "Real recordings with a wind sensor: share of the time within 20°"],
  ["wind on board: coverage", "Real recordings: share of the time with a wind"],
];
