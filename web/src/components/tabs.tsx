import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { classes } from "./classes";
import styles from "./tabs.module.css";

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** Number shown beside the name. */
  count?: number;
  disabled?: boolean;
}

interface TabsProps<Id extends string> {
  /** Accessible name of the list of tabs. */
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** Without the page margin at the sides. */
  flush?: boolean;
  /** Content of the chosen tab. */
  children: ReactNode;
  panelClassName?: string | undefined;
}

/** Tabs with one panel. Arrow keys move between the tabs and choose one. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  flush,
  children,
  panelClassName,
}: TabsProps<Id>) {
  return (
    <Base.Root value={value} onValueChange={(next: Id) => onChange(next)} className={styles.root}>
      <Base.List aria-label={label} activateOnFocus className={classes(styles.list, flush && styles.flush)}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.id} value={tab.id} disabled={tab.disabled} className={styles.tab}>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}> {tab.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value} className={classes(styles.panel, panelClassName)}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
