import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useId } from "react";
import { useSnapshot } from "valtio";
import { MetricHelp } from "../../help/metric-help";
import type { MetricId } from "../../help/metric-ids";
import { failureSentence } from "../../server/failure";
import { notify } from "../../server/notices";
import { classes } from "../../ui/classes";
import { Failure } from "../../ui/empty-state";
import { Icon } from "../../ui/icon";
import styles from "./section.module.css";
import { changeStraightView, straightView, toggled } from "./straight-view";

interface SectionProps {
  /** Under which it is remembered as hidden. */
  id: string;
  title: string;
  /** A quiet remark beside the title. */
  remark?: ReactNode;
  /** What its figures mean. */
  help?: readonly MetricId[];
  /** Controls beside the title, absent while the section is hidden. */
  controls?: ReactNode;
  /** On a phone the controls have lines of their own. */
  isWide?: boolean;
  children: ReactNode;
}

/** A section of the report that can be hidden; the choice is kept. */
export function Section({ id, title, remark, help, controls, isWide, children }: SectionProps) {
  const { folded } = useSnapshot(straightView);
  const content = useId();
  const isShown = !folded.includes(id);
  return (
    <section className="card edge shrinks">
      <div className={styles.head}>
        <h2 className={classes(styles.title, isWide && styles.wide)}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isShown}
            aria-controls={content}
            title={isShown ? `Hide ${title}` : `Show ${title}`}
            onClick={() => changeStraightView({ folded: toggled(folded, id) })}
          >
            <Icon of={isShown ? ChevronDown : ChevronRight} />
            {title}
          </button>
        </h2>
        {help && <MetricHelp name={title} ids={help} />}
        {remark && <span className="caption">{remark}</span>}
        {isShown && controls}
      </div>
      <div id={content} hidden={!isShown}>
        {isShown && children}
      </div>
    </section>
  );
}

/** In place of a part that could not be read: the sentence, also as a notice, and a button that tries again. */
export function Failed({ query }: { query: Parameters<typeof Failure>[0]["query"] }) {
  const sentence = failureSentence(query.error);
  useEffect(() => notify.error(sentence), [sentence]);
  return <Failure query={query} className="message" />;
}
