import { NavLink, Outlet } from "react-router-dom";
import styles from "./page.module.css";
import { PLACES } from "./places";

/** The links to the pages of the dashboard, above the one that is shown. */
export function Page() {
  return (
    <>
      <nav className={styles.places} aria-label="Dashboard">
        {PLACES.map(({ to, label }) => (
          <NavLink key={to} to={to} className={styles.place}>
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
