import { type Debrief, type DebriefBudget, type DebriefReference, halfWidth90 } from "@leebow/core";
import { useMemo, useState } from "react";
import { Segments } from "../components/segments";
import { WhiskerBar } from "../components/whisker-bar";
import { amount, sentence, withUnit } from "../format/numbers";
import { unitName } from "../format/units";
import styles from "./budget-card.module.css";
import cards from "./debrief.module.css";
import { waterfall } from "./waterfall";

const NOTHING = "There is nothing yet that this session could be compared with.";

type Kind = DebriefReference["kind"];

/** Where the distance went against a reference, in parts that add up. */
export function BudgetCard({ debrief: { budgets, references, notes } }: { debrief: Debrief }) {
  const [wanted, setWanted] = useState<Kind | null>(null);
  const budget = budgets.find(({ reference }) => reference === wanted) ?? budgets[0];
  return (
    <section className={cards.card} aria-labelledby="debrief-budget">
      <div className={cards.head}>
        <h2 id="debrief-budget">Where the distance went</h2>
      </div>
      <p className={styles.said}>{budget ? sentence(budget.text) : NOTHING}</p>
      {budget && (
        <div className={styles.reference}>
          <span className="small quiet">Reference</span>
          <Segments
            label="Reference"
            choices={references.map(({ kind, label, reason }) => ({ value: kind, label, reason: reason ?? undefined }))}
            value={budget.reference}
            onChange={setWanted}
            className={styles.choices}
          />
        </div>
      )}
      {budget && <BudgetTable budget={budget} />}
      <div className={cards.note}>
        {budget && (
          <p>
            Made good {metres(budget.made_good_m)} of {withUnit(Math.round(budget.expected_m), 0, "m")}. Less than zero
            is gained. All parts have this reference; the findings name their own.
          </p>
        )}
        {!budget && references.map(({ kind, reason }) => <p key={kind}>{reason}</p>)}
        {notes.map((note) => (
          <p key={note}>{sentence(note)}</p>
        ))}
      </div>
    </section>
  );
}

/** Each part begins where the one before ended. */
function BudgetTable({ budget }: { budget: DebriefBudget }) {
  const { rows, domain } = useMemo(() => waterfall(budget), [budget]);
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Distance lost by part</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">
            <span className="visually-hidden">Lost, drawn</span>
          </th>
          <th scope="col" className={styles.number}>
            Lost, {unitName("m")}
          </th>
          <th scope="col" className={styles.number}>
            ±, {unitName("m")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <td>
              {row.name} <span className="small quiet">{row.note}</span>
            </td>
            <td className={styles.bar}>
              <WhiskerBar
                from={row.from_m}
                to={row.to_m}
                sd={row.sd_m}
                domain={domain}
                isHatched={row.code === "unexplained"}
              />
            </td>
            <td className={styles.number}>
              <b>{metres(row.lost_m)}</b>
            </td>
            <td className={styles.number}>± {metres(halfWidth90(row.sd_m))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{budget.lost_m < 0 ? "Gained in all" : "Lost in all"}</td>
          <td className={styles.bar}>
            <WhiskerBar from={0} to={budget.lost_m} sd={budget.lost_sd_m} domain={domain} />
          </td>
          <td className={styles.number}>
            <b>{metres(budget.lost_m)}</b>
          </td>
          <td className={styles.number}>± {metres(halfWidth90(budget.lost_sd_m))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** "−12", of whole metres as in the sentence above, so that both are the same in feet. */
const metres = (value: number) => amount(Math.round(value), 0, "m");
