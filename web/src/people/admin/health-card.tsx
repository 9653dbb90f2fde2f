import type { Health, HealthPart, StorageUse } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Check, Database, HardDrive, ListChecks, type LucideIcon, Mail, Server, TriangleAlert } from "lucide-react";
import { bytes, countText } from "../../format/numbers";
import { clock } from "../../format/times";
import { failureSentence } from "../../server/failure";
import { Card } from "../../ui/card";
import { classes } from "../../ui/classes";
import { Loading, Skeleton } from "../../ui/empty-state";
import { Icon } from "../../ui/icon";
import cards from "./cards.module.css";
import styles from "./health-card.module.css";
import { healthOptions, storageOptions } from "./queries";

const PARTS: Record<HealthPart["part"], { title: string; icon: LucideIcon; jobs: string | null }> = {
  database: { title: "Database", icon: Database, jobs: null },
  storage: { title: "Storage", icon: HardDrive, jobs: null },
  mail: { title: "Mail", icon: Mail, jobs: "send-mail" },
  jobs: { title: "Jobs", icon: ListChecks, jobs: "" },
  server: { title: "Server", icon: Server, jobs: null },
};

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How the parts of the server are, read every 30 s. `onJobs` gets the kind of jobs of a part; "" is all kinds. */
export function HealthCard({ onJobs }: { onJobs: (name: string) => void }) {
  const { data, isError } = useQuery(healthOptions());
  return (
    <section className={`card ${styles.card}`} aria-label="Health">
      {data ? (
        <Parts health={data} isOld={isError} onJobs={onJobs} />
      ) : isError ? (
        <p className={styles.failed}>The server does not answer. It is asked again every 30 s.</p>
      ) : (
        <Loading what="the health of the server" className={styles.parts}>
          {Object.keys(PARTS).map((part) => (
            <div key={part} className={styles.part}>
              <Skeleton width="40%" />
              <Skeleton width="55%" height={22} />
              <Skeleton width="80%" />
            </div>
          ))}
        </Loading>
      )}
    </section>
  );
}

interface PartsProps {
  health: Health;
  isOld: boolean;
  onJobs: (name: string) => void;
}

function Parts({ health, isOld, onJobs }: PartsProps) {
  return (
    <>
      {isOld && (
        <p className={styles.old} role="status">
          Last known, {clock(health.checked, zone)}
        </p>
      )}
      <div className={classes(styles.parts, isOld && styles.grey)}>
        {health.parts.map((part) => (
          <Part key={part.part} {...part} onJobs={onJobs} />
        ))}
      </div>
    </>
  );
}

function Part({ part, is_well, value, unit, sentence, onJobs }: HealthPart & { onJobs: PartsProps["onJobs"] }) {
  const { title, icon, jobs } = PARTS[part];
  const content = (
    <>
      <span className={styles.name}>
        <Icon of={icon} size={14} />
        {title}
      </span>
      <span className={styles.figure}>
        {value === null ? "–" : value.toLocaleString("en-GB")}
        <span className="unit">{unit}</span>
      </span>
      <span className={styles.state}>
        <Icon of={is_well ? Check : TriangleAlert} size={14} />
        {sentence}
      </span>
    </>
  );
  const look = classes(styles.part, !is_well && styles.warn);
  if (jobs === null) return <div className={look}>{content}</div>;
  return (
    <button type="button" className={look} onClick={() => onJobs(jobs)}>
      {content}
      <span className="visually-hidden">. Show its jobs</span>
    </button>
  );
}

const NAMES: Record<StorageUse["kinds"][number]["kind"], string> = {
  recordings: "Original files",
  wind_logs: "Wind logs",
  database: "Database",
};

/** What takes how much room, and the quota of a user. */
export function StorageCard() {
  const { data, error } = useQuery(storageOptions());
  return (
    <Card
      title="Storage and quota"
      aside={data && data.free_bytes !== null && <span className="caption">{bytes(data.free_bytes)} free</span>}
    >
      {!data && error && <p className={cards.nothing}>{failureSentence(error)}</p>}
      {!data && !error && (
        <Loading what="the use of the storage" heights={[16]} className={cards.loading}>
          <Skeleton height={16} width="70%" />
        </Loading>
      )}
      {data && (
        <>
          <ul className={cards.storage}>
            {data.kinds.map(({ kind, bytes: size }) => (
              <li key={kind}>
                <span className="grow">{NAMES[kind]}</span>
                <b>{bytes(size)}</b>
              </li>
            ))}
          </ul>
          <p className={`small secondary ${cards.note}`}>
            A user may store {bytes(data.quota_bytes)} of recordings and {data.quota_tracks.toLocaleString("en-GB")}{" "}
            tracks, unless another quota was given in the row; above that uploads stop, and nothing is deleted.{" "}
            {countText(data.nearly_full, "user is", "users are")} above 90 %.
          </p>
        </>
      )}
    </Card>
  );
}
