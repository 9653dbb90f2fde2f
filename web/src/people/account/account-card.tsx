import { type ReactNode, useId } from "react";
import styles from "./account-card.module.css";

interface AccountCardProps {
  title: string;
  /** What stands at the end of the title's line. */
  aside?: ReactNode;
  /** Buttons below a line at the end. */
  foot?: ReactNode;
  children: ReactNode;
}

/** One part of an account page. */
export function AccountCard({ title, aside, foot, children }: AccountCardProps) {
  const id = useId();
  return (
    <section className={`card ${styles.card}`} aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id} className="grow">
          {title}
        </h2>
        {aside}
      </div>
      <div className={styles.content}>{children}</div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </section>
  );
}

/** The column of the cards of an account page. */
export function AccountPage({ wide, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <main className={wide ? styles.wide : styles.narrow}>
      <h1 className="visually-hidden">My Account</h1>
      {children}
    </main>
  );
}
