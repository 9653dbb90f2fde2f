import type { ReactNode } from "react";
import { Card } from "../../ui/card";
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
  return (
    <Card title={title} aside={aside}>
      <div className={styles.content}>{children}</div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </Card>
  );
}

/** The column of the cards of an account page. */
export function AccountPage({ wide, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <main className={wide ? "page" : styles.narrow}>
      <h1 className="visually-hidden">My Account</h1>
      {children}
    </main>
  );
}
