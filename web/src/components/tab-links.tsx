import { NavLink } from "react-router-dom";
import styles from "./tabs.module.css";

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
