import {
  type Debrief,
  type DebriefBudget,
  type DebriefPart,
  type DebriefReference,
  halfWidth90,
  type LittleRow,
} from "@leebow/core";
import { Fragment, type KeyboardEvent, type ReactNode, useMemo, useState } from "react";
import { amount, sentence, withUnit, wordFor } from "../../format/numbers";
import { unitName } from "../../format/units";
import { Card } from "../../ui/card";
import { Segments } from "../../ui/choices";
import { EmptyState, Loading, Skeleton } from "../../ui/empty-state";
import { WhiskerBar } from "../../ui/marks";
import { Table } from "../../ui/table";
import styles from "./debrief.module.css";
import budgetCard from "./debrief-view.module.css";
import type { DebriefPlace } from "./evidence";
import { Finding, partName } from "./finding";

interface DebriefViewProps {
  debrief: Debrief;
  place: DebriefPlace;
  /** What else is said of the session in figures. */
  children?: ReactNode;
}

/** What cost most in a session, where the distance went, and what went well. */
export function DebriefView({ debrief, place, children }: DebriefViewProps) {
  if (debrief.little.too_little) return <Little debrief={debrief} />;
  return (
    <div className={styles.two}>
      <Findings debrief={debrief} place={place}>
        {children}
      </Findings>
      <div className="grid one-column gap">
        <BudgetCard debrief={debrief} />
        {debrief.went_well.length > 0 && (
          <Card title="What went well">
            <ul className={styles.list}>
              {debrief.went_well.map((finding) => (
                <li key={`${finding.code} ${finding.reference}`}>
                  <Finding finding={finding} place={place} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </div>
  );
}

function Findings({ debrief, place, children }: DebriefViewProps) {
  const { head, findings, potentials, no_finding, not_shown, references } = debrief;
  const most_m = Math.max(
    1,
    ...[...findings, ...potentials].map(({ total_m, total_sd_m }) => total_m + halfWidth90(total_sd_m)),
  );
  const missing = references.find(({ kind }) => kind === "sessions")?.reason;
  return (
    <Card
      title="What cost you most today"
      aside={<span className="caption">largest first; ± is half of the 90 % interval</span>}
      onKeyDown={onKey}
    >
      <p className={styles.about}>{sentence(head.text)}</p>
      {children}
      <ol className={styles.list}>
        {findings.map((finding, at) => (
          <li key={`${finding.code} ${finding.reference}`} data-finding tabIndex={at === 0 ? 0 : -1}>
            <Finding finding={finding} place={place} rank={at + 1} most_m={most_m} />
          </li>
        ))}
      </ol>
      {findings.length === 0 && (
        <p className="inset lined">{sentence(no_finding ?? missing ?? "Nothing could be compared.")}</p>
      )}
      {potentials.length > 0 && (
        <>
          <h3 className={styles.sub}>If you always sailed as in your best third</h3>
          <ol className={styles.list}>
            {potentials.map((potential, at) => (
              <li key={potential.code} data-finding tabIndex={findings.length === 0 && at === 0 ? 0 : -1}>
                <Finding finding={potential} place={place} rank={at + 1} most_m={most_m} />
              </li>
            ))}
          </ol>
        </>
      )}
      {not_shown > 0 && (
        <p className="small secondary grid gap-8 padded lined">
          {not_shown} more {wordFor(not_shown, "thing was", "things were")} compared. The difference is too small to be
          sure of, or part of what stands above.
        </p>
      )}
    </Card>
  );
}

/** Arrows move between the findings, M shows the one with the focus on the map, Enter opens its table. */
function onKey(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-finding]")];
  const item = (event.target as HTMLElement).closest<HTMLElement>("[data-finding]");
  const at = item ? items.indexOf(item) : -1;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const press = (way: string) => item?.querySelector<HTMLElement>(`[data-way=${way}]`)?.click();
  if (at < 0) return;
  if (step) {
    event.preventDefault();
    items[at + step]?.focus();
  } else if (event.key.toLowerCase() === "m" && !event.ctrlKey && !event.metaKey) press("map");
  // Enter on a button is the button's own.
  else if (event.key === "Enter" && event.target === item) press("table");
}

/** Five findings that are on their way. */
export function DebriefComing() {
  return (
    <Loading what="the debrief" heights={[320]} className={styles.two}>
      <div className="card">
        {[0, 1, 2, 3, 4].map((at) => (
          <div key={at} className="inset lined">
            <Skeleton width="60%" height={16} />
            <Skeleton width="90%" style={{ marginTop: 10 }} />
            <Skeleton width="40%" style={{ marginTop: 10 }} />
          </div>
        ))}
      </div>
    </Loading>
  );
}

const NOTHING = "There is nothing yet that this session could be compared with.";

type Kind = DebriefReference["kind"];

/** Where the distance went against a reference, in parts that add up. */
function BudgetCard({ debrief: { budgets, references, notes } }: { debrief: Debrief }) {
  const [wanted, setWanted] = useState<Kind | null>(null);
  const budget = budgets.find(({ reference }) => reference === wanted) ?? budgets[0];
  return (
    <Card title="Where the distance went">
      <p className={budgetCard.said}>{budget ? sentence(budget.text) : NOTHING}</p>
      {budget && (
        <div className={budgetCard.reference}>
          <span className="small quiet">Reference</span>
          <Segments
            label="Reference"
            choices={references.map(({ kind, label, reason }) => ({ value: kind, label, reason: reason ?? undefined }))}
            value={budget.reference}
            onChange={setWanted}
            className={budgetCard.choices}
          />
        </div>
      )}
      {budget && <BudgetTable budget={budget} />}
      <div className="small secondary grid gap-8 padded lined">
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
    </Card>
  );
}

/** Each part begins where the one before ended. */
function BudgetTable({ budget }: { budget: DebriefBudget }) {
  const { rows, domain } = useMemo(() => waterfall(budget), [budget]);
  const { lost_m, lost_sd_m } = budget;
  const figures = (m: number, sd_m: number) => [<b key="lost">{metres(m)}</b>, `± ${metres(halfWidth90(sd_m))}`];
  return (
    <Table
      className={budgetCard.table}
      caption="Distance lost by part"
      isPlain
      heads={[
        "Part",
        <span key="drawn" className="visually-hidden">
          Lost, drawn
        </span>,
        `Lost, ${unitName("m")}`,
        `±, ${unitName("m")}`,
      ]}
      columnClasses={[undefined, budgetCard.bar, budgetCard.number, budgetCard.number]}
      rows={rows.map((row) => [
        <Fragment key="part">
          {row.name} <span className="small quiet">{row.note}</span>
        </Fragment>,
        <WhiskerBar
          key="drawn"
          from={row.from_m}
          to={row.to_m}
          sd={row.sd_m}
          domain={domain}
          isHatched={row.code === "unexplained"}
        />,
        ...figures(row.lost_m, row.sd_m),
      ])}
      foot={[
        lost_m < 0 ? "Gained in all" : "Lost in all",
        <WhiskerBar key="drawn" from={0} to={lost_m} sd={lost_sd_m} domain={domain} />,
        ...figures(lost_m, lost_sd_m),
      ]}
    />
  );
}

/** "−12", of whole metres as in the sentence above, so that both are the same in feet. */
const metres = (value: number) => amount(Math.round(value), 0, "m");

/** A part of a budget, which begins where the one before ended. */
interface WaterfallRow extends DebriefPart {
  name: string;
  /** "42", "58 min" */
  note: string;
  from_m: number;
  to_m: number;
}

/** The parts of both bands one after the other, and the range that they and their whiskers need. */
export function waterfall({ bands, lost_m, lost_sd_m }: DebriefBudget): {
  rows: WaterfallRow[];
  domain: [number, number];
} {
  const rows: WaterfallRow[] = [];
  let at_m = 0;
  for (const { band, parts } of bands) {
    for (const part of parts) {
      const from_m = at_m;
      at_m += part.lost_m;
      rows.push({ ...part, name: partName(part.code, band), note: noteOf(part), from_m, to_m: at_m });
    }
  }
  const interval = (m: number, sd_m: number) => [m - halfWidth90(sd_m), m + halfWidth90(sd_m)];
  const ends = rows.flatMap(({ from_m, to_m, sd_m }) => [from_m, ...interval(to_m, sd_m)]);
  const all = [0, ...interval(lost_m, lost_sd_m), ...ends];
  return { rows, domain: [Math.min(...all), Math.max(...all)] };
}

function noteOf({ count, seconds }: DebriefPart): string {
  if (count !== null) return String(count);
  return seconds === null ? "" : seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** In place of a debrief that would have nothing to say: what there is of what is needed. */
function Little({ debrief: { little, head, notes } }: { debrief: Debrief }) {
  return (
    <section className={budgetCard.card} aria-label="Too little to say">
      <EmptyState title={little.text ?? "Too little to say"}>
        <p>
          A finding needs enough of the same to tell a habit from chance. {sentence(head.text)} When a row is full, its
          findings appear.
        </p>
      </EmptyState>
      <ul className={budgetCard.rows}>
        {little.rows.map((row) => (
          <li key={row.code}>
            <span>{row.label}</span>
            <span className="share-bar" aria-hidden="true">
              <i style={{ width: `${100 * Math.min(1, row.have / row.need)}%` }} />
            </span>
            <span className="right">
              <b>{row.have.toFixed(0)}</b> of {row.need}
              {unitOf(row)}
            </span>
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className="small secondary">
          {sentence(note)}
        </p>
      ))}
    </section>
  );
}

const unitOf = ({ code }: LittleRow) => (code === "upwind_minutes" || code === "downwind_minutes" ? " min" : "");
