import { type Debrief, halfWidth90 } from "@leebow/core";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { Skeleton } from "../components/skeleton";
import { wordFor } from "../format/counts";
import { sentence } from "../format/numbers";
import { BudgetCard } from "./budget-card";
import styles from "./debrief.module.css";
import type { DebriefPlace } from "./debrief-place";
import { Finding } from "./finding";
import { Little } from "./little";

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
      <div className={styles.aside}>
        <BudgetCard debrief={debrief} />
        {debrief.went_well.length > 0 && (
          <section className={styles.card} aria-labelledby="debrief-well">
            <div className={styles.head}>
              <h2 id="debrief-well">What went well</h2>
            </div>
            <ul className={styles.list}>
              {debrief.went_well.map((finding) => (
                <li key={`${finding.code} ${finding.reference}`}>
                  <Finding finding={finding} place={place} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

function Findings({ debrief, place, children }: DebriefViewProps) {
  const { head, findings, potentials, no_finding, not_shown, references } = debrief;
  const list = useRef<HTMLElement>(null);
  const most_m = Math.max(
    1,
    ...[...findings, ...potentials].map(({ total_m, total_sd_m }) => total_m + halfWidth90(total_sd_m)),
  );
  const missing = references.find(({ kind }) => kind === "sessions")?.reason;
  return (
    <section
      ref={list}
      className={styles.card}
      aria-labelledby="debrief-findings"
      onKeyDown={(event) => onKey(event, list.current)}
    >
      <div className={styles.head}>
        <h2 id="debrief-findings" className="grow">
          What cost you most today
        </h2>
        <span className="caption">largest first; ± is half of the 90 % interval</span>
      </div>
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
        <p className={styles.none}>{sentence(no_finding ?? missing ?? "Nothing could be compared.")}</p>
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
        <p className={styles.note}>
          {not_shown} more {wordFor(not_shown, "thing was", "things were")} compared. The difference is too small to be
          sure of, or part of what stands above.
        </p>
      )}
    </section>
  );
}

/** Arrows move between the findings, M shows the one with the focus on the map, Enter opens its table. */
function onKey(event: KeyboardEvent<HTMLElement>, list: HTMLElement | null): void {
  const items = [...(list?.querySelectorAll<HTMLElement>("[data-finding]") ?? [])];
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
    <div className={styles.two} role="status" aria-label="Loading the debrief">
      <div className={styles.card}>
        {[0, 1, 2, 3, 4].map((at) => (
          <div key={at} className={styles.none}>
            <Skeleton width="60%" height={16} />
            <Skeleton width="90%" style={{ marginTop: 10 }} />
            <Skeleton width="40%" style={{ marginTop: 10 }} />
          </div>
        ))}
      </div>
      <Skeleton height={320} />
    </div>
  );
}
