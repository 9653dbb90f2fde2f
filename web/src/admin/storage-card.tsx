import type { StorageUse } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { failureSentence } from "../api/failure";
import { Skeleton } from "../components/skeleton";
import { countText } from "../format/counts";
import { bytes } from "../format/numbers";
import { storageOptions } from "../queries/admin";
import styles from "./cards.module.css";

const NAMES: Record<StorageUse["kinds"][number]["kind"], string> = {
  recordings: "Original files",
  wind_logs: "Wind logs",
  database: "Database",
};

/** What takes how much room, and the quota of a user. */
export function StorageCard() {
  const { data, error } = useQuery(storageOptions());
  return (
    <section className="card" aria-labelledby="admin-storage">
      <div className={styles.head}>
        <h2 id="admin-storage">Storage and quota</h2>
        <span className="grow" />
        {data && data.free_bytes !== null && <span className="caption">{bytes(data.free_bytes)} free</span>}
      </div>
      {!data && error && <p className={styles.nothing}>{failureSentence(error)}</p>}
      {!data && !error && (
        <div className={styles.loading} role="status" aria-label="Loading the use of the storage">
          <Skeleton height={16} />
          <Skeleton height={16} width="70%" />
        </div>
      )}
      {data && (
        <>
          <ul className={styles.storage}>
            {data.kinds.map(({ kind, bytes: size }) => (
              <li key={kind}>
                <span className="grow">{NAMES[kind]}</span>
                <b>{bytes(size)}</b>
              </li>
            ))}
          </ul>
          <p className={`small secondary ${styles.note}`}>
            A user may store {bytes(data.quota_bytes)} of recordings and {data.quota_tracks.toLocaleString("en-GB")}{" "}
            tracks, unless another quota was given in the row; above that uploads stop, and nothing is deleted.{" "}
            {countText(data.nearly_full, "user is", "users are")} above 90 %.
          </p>
        </>
      )}
    </section>
  );
}
