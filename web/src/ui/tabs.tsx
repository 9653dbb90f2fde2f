import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useRef } from "react";
import { NavLink } from "react-router-dom";
import { classes } from "./classes";
import styles from "./tabs.module.css";

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** Number shown beside the name; null keeps its place until it is known. */
  count?: number | null | undefined;
  /** Number of what is wrong in it. */
  warnings?: number | undefined;
  /** Meaning of the dot beside the name; no dot without it. */
  dot?: string | undefined;
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
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => showTab(list.current, value), [value]);
  return (
    <Base.Root value={value} onValueChange={(next: Id) => onChange(next)} className={styles.root}>
      <Base.List ref={list} aria-label={label} activateOnFocus className={classes(styles.list, flush && styles.flush)}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.id} data-tab={tab.id} value={tab.id} disabled={tab.disabled} className={styles.tab}>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}> {tab.count}</span>}
            {tab.warnings !== undefined && <span className={classes(styles.count, styles.warn)}>{tab.warnings}</span>}
            {tab.dot && (
              <span className={styles.dot}>
                <span className="visually-hidden">, {tab.dot}</span>
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value} className={classes(styles.panel, panelClassName)}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}

/** Where the tabs are wider than the screen, scrolls so far that the chosen one is in it. */
function showTab(list: HTMLElement | null, id: string): void {
  const tab = list?.querySelector<HTMLElement>(`[data-tab="${id}"]`);
  if (!list || !tab || list.scrollWidth <= list.clientWidth) return;
  const [frame, place] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  list.scrollLeft += place.left - frame.left - (frame.width - place.width) / 2;
}

export interface TabLink {
  to: string;
  label: string;
}

/** Links to the pages of one area, which look like tabs; each page has its own address. */
export function TabLinks({ label, links }: { label: string; links: readonly TabLink[] }) {
  return (
    <nav className={`${styles.list} no-print`} aria-label={label}>
      {links.map(({ to, label: name }) => (
        <NavLink key={to} to={to} end className={styles.tab}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
