import { Link } from "react-router-dom";
import { classes } from "./classes";
import styles from "./legal-links.module.css";

/** Links to the pages about the site, `hasNumbers` with that about its numbers. */
export const LegalLinks = ({ hasNumbers, className }: { hasNumbers?: boolean; className?: string | undefined }) => (
  <nav className={classes("wrap small quiet", styles.links, className)} aria-label="About this site">
    <Link to="/about">About</Link>
    {hasNumbers && <Link to="/about-these-numbers">About these numbers</Link>}
    <Link to="/privacy-policy">Privacy Policy</Link>
    <Link to="/cookie-policy">Cookie Policy</Link>
    <Link to="/terms-and-conditions">Terms and Conditions</Link>
  </nav>
);
