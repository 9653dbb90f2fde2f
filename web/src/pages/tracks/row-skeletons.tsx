import { Skeleton } from "../../components/skeleton";
import styles from "./row-skeletons.module.css";

/** Placeholders for five rows. */
export function RowSkeletons() {
  return (
    <div role="status" aria-label="Loading tracks">
      <div className={styles.head}>
        <Skeleton width={190} />
      </div>
      <div className={styles.rows}>
        {[46, 38, 52, 42, 48].map((percent) => (
          <div key={percent} className={styles.row}>
            <Skeleton width="100%" height="100%" style={{ borderRadius: 0, boxShadow: "none" }} />
            <div className={styles.lines}>
              <Skeleton width={`${percent}%`} height={14} />
              <Skeleton width="34%" />
              <Skeleton width={92} height={18} />
            </div>
            <div className={styles.figures}>
              {[0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
                <Skeleton key={at} width={at < 4 ? 56 : 28} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
