import accuracy from "virtual:accuracy";
import styles from "./accuracy.module.css";
import { DefinitionText } from "./definition-text";
import type { Measure } from "./documents";
import { KEY_MEASURES } from "./key-measures";

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
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Required</th>
            <th scope="col">Measured</th>
            <th scope="col">Met</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ measure, words, required, heldOut, isMet }) => (
            <tr key={measure}>
              <th scope="row">{words}</th>
              <td>{required}</td>
              <td>{heldOut}</td>
              <td>{isMet === null ? "" : isMet ? "Yes" : <b>No</b>}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
