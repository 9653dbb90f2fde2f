import { Skeleton } from "./empty-state";
import styles from "./report-head.module.css";

interface ReportLoadingProps {
  /** What is read: "the report". */
  what: string;
  /** Heights of its cards, px. */
  heights: readonly number[];
}

/** The shape of a report that is being read: its head and its cards. */
export const ReportLoading = ({ what, heights }: ReportLoadingProps) => (
  <main className={styles.main} role="status" aria-label={`Loading ${what}`}>
    <div className={styles.head}>
      <Skeleton width={116} height={64} />
      <div className="grow">
        <Skeleton width={280} height={20} />
        <Skeleton width={360} style={{ marginTop: 10 }} />
      </div>
    </div>
    <div className={styles.coming}>
      {heights.map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </div>
  </main>
);
