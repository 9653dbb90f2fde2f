import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useTitle } from "../../components/title";
import styles from "./legal-text.module.css";

/** A page of text with links to the other legal pages. */
export function LegalText({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main className={styles.main}>
      <article className={styles.paper}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </article>
      <nav className={styles.legalLinks} aria-label="About this site">
        <Link to="/about">About</Link>
        <Link to="/about-these-numbers">About these numbers</Link>
        <Link to="/privacy-policy">Privacy Policy</Link>
        <Link to="/cookie-policy">Cookie Policy</Link>
        <Link to="/terms-and-conditions">Terms and Conditions</Link>
      </nav>
    </main>
  );
}
