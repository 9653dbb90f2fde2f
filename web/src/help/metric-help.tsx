import { CircleHelp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Icon } from "../ui/icon";
import { lazyPanel } from "../ui/lazy-component";
import { Popover } from "../ui/popover";
import styles from "./metric-help.module.css";
import type { MetricId } from "./metric-ids";

/** The definitions are a chunk of their own, fetched when the first of them is opened. */
const Definitions = lazyPanel(() => import("./definitions").then((part) => part.Definitions));

/** Fetches the definitions before one is opened. */
export const loadDefinitions = () => Definitions.load();

interface MetricHelpProps {
  /** What is explained: "Tacks". */
  name: string;
  ids: readonly MetricId[];
  /** With a text instead of the icon: the name itself, or a heading. */
  children?: ReactNode;
  /** A sentence before the definitions, about what only this place shows. */
  lead?: string;
}

/** A control beside a figure that explains it: definition, unit, and the way to "About these numbers". */
export function MetricHelp({ name, ids, children, lead }: MetricHelpProps) {
  const [open, setOpen] = useState(false);
  const trigger = (
    <button
      type="button"
      className={children ? styles.text : styles.icon}
      aria-label={`${name}: what it means`}
      // A head of a table that it stands in sorts by a press.
      onClick={(event) => event.stopPropagation()}
    >
      {children ?? <Icon of={CircleHelp} size={14} />}
    </button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={trigger} label={`${name}: what it means`} align="start">
      <div className={styles.card}>
        {lead && <p className={styles.lead}>{lead}</p>}
        <Definitions ids={ids} name={name} />
      </div>
    </Popover>
  );
}
