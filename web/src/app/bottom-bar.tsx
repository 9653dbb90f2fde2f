import { Link, useLocation } from "react-router-dom";
import { useSnapshot } from "valtio";
import { session } from "../stores/session";
import styles from "./bottom-bar.module.css";
import { BAR_LINKS } from "./links";

/** Navigation on a phone. */
export function BottomBar() {
  const { user } = useSnapshot(session);
  const { pathname } = useLocation();
  if (!user) return null;
  return (
    <nav className={styles.bar} aria-label="Places">
      {BAR_LINKS.map(({ to, label, icon: Glyph, within }) => (
        <Link key={to} to={to} className={styles.link} aria-current={within.test(pathname) ? "page" : undefined}>
          <Glyph size={20} strokeWidth={1.75} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
}
