import type { AdminJob, AuditEntry, Health, HealthPart, JobState, StorageUse } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import {
  Check,
  Database,
  Download,
  HardDrive,
  ListChecks,
  type LucideIcon,
  Mail,
  RotateCcw,
  Server,
  TriangleAlert,
} from "lucide-react";
import { Fragment, useEffect, useRef, useState } from "react";
import { bytes, countText } from "../../format/numbers";
import { clock } from "../../format/times";
import { useUser } from "../../server/session";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { Segments } from "../../ui/choices";
import { classes } from "../../ui/classes";
import { useQuestion } from "../../ui/dialog";
import { Async, EmptyState, Loading, Skeleton } from "../../ui/empty-state";
import { SearchField } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { Badge } from "../../ui/marks";
import { Spinner } from "../../ui/progress";
import { Table } from "../../ui/table";
import { useTitle } from "../../ui/title";
import { ConfirmAddress } from "../account/confirm-address";
import { profileOptions } from "../account/profile";
import cards from "./cards.module.css";
import styles from "./page.module.css";
import {
  auditOptions,
  healthOptions,
  jobsOptions,
  storageOptions,
  useCancelJob,
  useRetryFailedJobs,
  useRetryJob,
  useSaveAudit,
} from "./queries";
import { Pages, UsersCard } from "./users-card";
import { whenText } from "./when";

/** Users, health, jobs, storage and audit, for administrators alone. */
export function Page() {
  useTitle("Administration");
  const user = useUser();
  // A session stored by an earlier version does not say whether the address is confirmed.
  const mayEnter = user?.role === 1 && user.email_confirmed !== false;
  return (
    <main className={styles.main}>
      <div className={styles.top}>
        <h1 className="title">Administration</h1>
        {mayEnter && <Checked />}
      </div>
      {mayEnter ? <Cards /> : <Refused isUnconfirmed={user?.role === 1} />}
    </main>
  );
}

/** For those who may not enter, after the server was asked: the role may be newer than the session. */
function Refused({ isUnconfirmed }: { isUnconfirmed: boolean }) {
  const { isFetchedAfterMount } = useQuery({ ...profileOptions(), meta: { silent: true } });
  if (!isFetchedAfterMount)
    return (
      <div role="status" aria-label="Looking up your role">
        <Skeleton height={220} />
      </div>
    );
  return (
    <>
      <ConfirmAddress />
      <EmptyState
        title={isUnconfirmed ? "Your address is not confirmed" : "Administration is for administrators"}
        action={<ButtonLink to="/home">Back to the tracks</ButtonLink>}
      >
        {isUnconfirmed
          ? "You have the role of an administrator. It works once your address is confirmed."
          : "Those who run this server can give you the role."}
      </EmptyState>
    </>
  );
}

function Cards() {
  const search = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<ShownJobs>("all");
  const [name, setName] = useState("");
  useSlash(search);
  const showJobs = (kind: string) => {
    setName(kind);
    setShown("all");
    const title = document.getElementById("admin-jobs");
    title?.scrollIntoView({ block: "start" });
    title?.focus({ preventScroll: true });
  };
  return (
    <>
      <HealthCard onJobs={showJobs} />
      <UsersCard searchRef={search} />
      <div className={styles.columns}>
        <JobsCard shown={shown} onShown={setShown} name={name} onName={setName} />
        <StorageCard />
      </div>
      <AuditCard />
    </>
  );
}

/** `/` goes to the search, except while something is written. */
function useSlash(search: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const is_writing = event.target instanceof HTMLElement && event.target.closest("input, textarea, [role=dialog]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || is_writing) return;
      event.preventDefault();
      search.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [search]);
}

/** "checked 20 s ago" */
function Checked() {
  const { data } = useQuery(healthOptions());
  const [now_ms, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  if (!data) return null;
  const age_s = Math.max(0, Math.round((now_ms - Date.parse(data.checked)) / 5000) * 5);
  return <span className="caption">{age_s < 5 ? "checked now" : `checked ${age_s} s ago`}</span>;
}

/** What administrators did, newest first. */
function AuditCard() {
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const query = useQuery(auditOptions(search, page));
  const csv = useSaveAudit();
  return (
    <Card
      title="Audit"
      aside={
        <>
          <SearchField
            label="Search person or action"
            region="Audit lines"
            placeholder="Search person or action"
            value={search}
            onChange={(words) => {
              setSearch(words);
              setPage(1);
            }}
            className={cards.search}
          />
          <Button kind="quiet" icon={Download} busy={csv.isPending} onClick={() => csv.mutate(search)}>
            CSV<span className="visually-hidden"> of the audit</span>
          </Button>
        </>
      }
    >
      <Pages
        query={query}
        what="the audit"
        loading={<Loading what="the audit" heights={[16, 16]} className="grid gap-16 inset" />}
        none={search ? "No line fits this search." : "No lines yet"}
        onPage={setPage}
      >
        {(entries) => <AuditTable entries={entries} />}
      </Pages>
      <p className="small secondary sentence">
        Kept for 2 years. Nobody can change or delete a line, and looking at a private track of another person asks for
        a reason.
      </p>
    </Card>
  );
}

const AuditTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <div className={cards.scroll}>
    <Table
      className={classes(cards.table, cards.audit)}
      caption="Audit"
      isPlain
      heads={["When", "Who", "Did", "Why"]}
      columnClasses={[cards.when, undefined, "only-wide", "secondary only-wide"]}
      rows={entries.map(({ at, who, did, why }) => [
        whenText(at),
        <Fragment key="who">
          <b>{who}</b>
          <span className="only-phone block">
            {did}
            {why && `: ${why}`}
          </span>
        </Fragment>,
        did,
        why,
      ])}
    />
  </div>
);

const PARTS: Record<HealthPart["part"], { title: string; icon: LucideIcon; jobs: string | null }> = {
  database: { title: "Database", icon: Database, jobs: null },
  storage: { title: "Storage", icon: HardDrive, jobs: null },
  mail: { title: "Mail", icon: Mail, jobs: "send-mail" },
  jobs: { title: "Jobs", icon: ListChecks, jobs: "" },
  server: { title: "Server", icon: Server, jobs: null },
};

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How the parts of the server are, read every 30 s. `onJobs` gets the kind of jobs of a part; "" is all kinds. */
function HealthCard({ onJobs }: { onJobs: (name: string) => void }) {
  const { data, isError } = useQuery(healthOptions());
  return (
    <section className="card clipped" aria-label="Health">
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

const STORAGE_NAMES: Record<StorageUse["kinds"][number]["kind"], string> = {
  recordings: "Original files",
  wind_logs: "Wind logs",
  database: "Database",
};

/** What takes how much room, and the quota of a user. */
function StorageCard() {
  const query = useQuery(storageOptions());
  const { data } = query;
  return (
    <Card
      title="Storage and quota"
      aside={data && data.free_bytes !== null && <span className="caption">{bytes(data.free_bytes)} free</span>}
    >
      <Async
        query={query}
        className="message"
        loading={<Loading what="the use of the storage" heights={[16, 16]} className="grid gap-16 inset" />}
      >
        {(use) => (
          <>
            <ul className={cards.storage}>
              {use.kinds.map(({ kind, bytes: size }) => (
                <li key={kind}>
                  <span className="grow">{STORAGE_NAMES[kind]}</span>
                  <b>{bytes(size)}</b>
                </li>
              ))}
            </ul>
            <p className="small secondary sentence">
              A user may store {bytes(use.quota_bytes)} of recordings and {use.quota_tracks.toLocaleString("en-GB")}{" "}
              tracks, unless another quota was given in the row; above that uploads stop, and nothing is deleted.{" "}
              {countText(use.nearly_full, "user is", "users are")} above 90 %.
            </p>
          </>
        )}
      </Async>
    </Card>
  );
}

const JOB_NAMES: Record<string, string> = {
  "analyze-track": "Read track",
  "race-wind": "Wind for race",
  "send-mail": "Send mail",
  "request-reset": "Request a new password",
  "daily-backup": "Daily backup",
  "delete-files": "Delete files",
  "read-wind-file": "Read wind file",
  "compute-wind-report": "Wind report",
  "import-garmin-activity": "Import from Garmin",
};
const nameOf = (name: string) => JOB_NAMES[name] ?? name.replaceAll("-", " ");

const ENDS: Partial<Record<JobState, string>> = {
  running: "It runs now and ends without results. This cannot be undone: Retry begins it again.",
  waiting: "It does not run unless you press Retry.",
};

type ShownJobs = JobState | "all";

interface JobsCardProps {
  shown: ShownJobs;
  onShown: (shown: ShownJobs) => void;
  /** Kind of jobs; "" is all kinds. */
  name: string;
  onName: (name: string) => void;
}

/** Failed jobs first, then running, waiting and cancelled ones. */
function JobsCard({ shown, onShown, name, onName }: JobsCardProps) {
  const query = useQuery(jobsOptions(shown === "all" ? undefined : shown, name || undefined));
  const all = useRetryFailedJobs();
  const { mutateAsync: cancel } = useCancelJob();
  const [question, ask] = useQuestion();
  const askToCancel = (job: AdminJob) =>
    ask({
      question: "Cancel this job?",
      detail: `${aboutOf(job)}. ${ENDS[job.state]} Files and earlier results stay.`,
      onYes: () => cancel(job.id),
    });
  const counts = query.data?.counts;
  const label = (word: string, count: number | undefined) => (count ? `${word} ${count}` : word);
  return (
    <section className="card" aria-labelledby="admin-jobs" id="jobs">
      <div className="card-head wrap">
        <h2 id="admin-jobs" tabIndex={-1}>
          Jobs
        </h2>
        {name && (
          <Button kind="quiet" onClick={() => onName("")}>
            {nameOf(name)} only: show all kinds
          </Button>
        )}
        <span className="grow" />
        <Segments<ShownJobs>
          label="Jobs"
          className={cards.segments}
          value={shown}
          onChange={onShown}
          choices={[
            { value: "all", label: "All" },
            { value: "waiting", label: label("Waiting", counts?.waiting) },
            { value: "running", label: label("Running", counts?.running) },
            { value: "failed", label: label("Failed", counts?.failed) },
          ]}
        />
      </div>
      <Async
        query={query}
        className="message"
        loading={<Loading what="the jobs" heights={[16, 16, 16]} className="grid gap-16 inset" />}
      >
        {({ results }) =>
          results.length === 0 ? (
            <p className="inset secondary">No jobs</p>
          ) : (
            <ul className={cards.jobs}>
              {results.map((job) => (
                <Job key={job.id} job={job} onCancel={() => askToCancel(job)} />
              ))}
            </ul>
          )
        }
      </Async>
      {counts && counts.failed > 0 && (
        <div className={cards.foot}>
          <Button icon={RotateCcw} busy={all.isPending} onClick={() => all.mutate()}>
            Retry all failed
          </Button>
        </div>
      )}
      {/* Outside the list: a job that ends meanwhile leaves it, and the question stays. */}
      {question}
    </section>
  );
}

const isOver = ({ state }: AdminJob) => state === "failed" || state === "cancelled";
const aboutOf = ({ name, subject }: AdminJob) => (subject ? `${nameOf(name)}, ${subject}` : nameOf(name));

function Job({ job, onCancel }: { job: AdminJob; onCancel: () => void }) {
  const retry = useRetryJob();
  return (
    <li>
      <span className={cards.state}>
        {job.state === "running" && <Spinner />}
        {isOver(job) ? <Badge tone={job.state === "failed" ? "danger" : "plain"}>{job.state}</Badge> : job.state}
      </span>
      <div className={cards.about}>
        <p>
          <b>{nameOf(job.name)}</b> <span className="secondary">{job.subject}</span>
        </p>
        {job.error && <p className="small secondary">{job.error}</p>}
      </div>
      <span className="caption">{whenText(job.time)}</span>
      {/* One button, so that it keeps the focus when the state changes. */}
      <span className={cards.act}>
        {(job.can_cancel || isOver(job)) && (
          <Button
            kind={isOver(job) ? "outline" : "quiet"}
            wide
            busy={retry.isPending}
            onClick={isOver(job) ? () => retry.mutate(job.id) : onCancel}
          >
            {isOver(job) ? "Retry" : "Cancel"}
            <span className="visually-hidden"> {aboutOf(job)}</span>
          </Button>
        )}
      </span>
    </li>
  );
}
