import type { AdminJob, JobState } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { failureSentence } from "../api/failure";
import { Badge } from "../components/badge";
import { Button } from "../components/button";
import { Confirm } from "../components/dialog";
import { Segments } from "../components/segments";
import { Skeleton } from "../components/skeleton";
import { Spinner } from "../components/spinner";
import { jobsOptions, useCancelJob, useRetryFailedJobs, useRetryJob } from "../queries/admin";
import styles from "./cards.module.css";
import { whenText } from "./when";

const NAMES: Record<string, string> = {
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
const nameOf = (name: string) => NAMES[name] ?? name.replaceAll("-", " ");

export type ShownJobs = JobState | "all";

interface JobsCardProps {
  shown: ShownJobs;
  onShown: (shown: ShownJobs) => void;
  /** Kind of jobs; "" is all kinds. */
  name: string;
  onName: (name: string) => void;
}

/** Failed jobs first, then running, then waiting ones. */
export function JobsCard({ shown, onShown, name, onName }: JobsCardProps) {
  const { data, error } = useQuery(jobsOptions(shown === "all" ? undefined : shown, name || undefined));
  const all = useRetryFailedJobs();
  const counts = data?.counts;
  const label = (word: string, count: number | undefined) => (count ? `${word} ${count}` : word);
  return (
    <section className="card" aria-labelledby="admin-jobs" id="jobs">
      <div className={styles.head}>
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
          className={styles.segments}
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
      {!data && error && <p className={styles.nothing}>{failureSentence(error)}</p>}
      {!data && !error && <Loading />}
      {data?.results.length === 0 && <p className={styles.nothing}>No jobs</p>}
      {data && data.results.length > 0 && (
        <ul className={styles.jobs}>
          {data.results.map((job) => (
            <Job key={job.id} job={job} />
          ))}
        </ul>
      )}
      {counts && counts.failed > 0 && (
        <div className={styles.foot}>
          <Button icon={RotateCcw} busy={all.isPending} onClick={() => all.mutate()}>
            Retry all failed
          </Button>
        </div>
      )}
    </section>
  );
}

function Job({ job }: { job: AdminJob }) {
  const retry = useRetryJob();
  const name = nameOf(job.name);
  return (
    <li>
      <span className={styles.state}>
        {job.state === "failed" ? (
          <Badge tone="danger">failed</Badge>
        ) : job.state === "cancelled" ? (
          <Badge>cancelled</Badge>
        ) : job.state === "running" ? (
          <>
            <Spinner /> running
          </>
        ) : (
          "waiting"
        )}
      </span>
      <div className={styles.about}>
        <p>
          <b>{name}</b> <span className="secondary">{job.subject}</span>
        </p>
        {job.error && <p className="small secondary">{job.error}</p>}
      </div>
      <span className="caption">{whenText(job.time)}</span>
      {job.can_cancel && <CancelJob job={job} name={name} />}
      {(job.state === "failed" || job.state === "cancelled") && (
        <Button busy={retry.isPending} onClick={() => retry.mutate(job.id)}>
          Retry<span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </li>
  );
}

/** Asks first: what the job is about has no new results until it is run again. */
function CancelJob({ job, name }: { job: AdminJob; name: string }) {
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending } = useCancelJob();
  const about = job.subject ? `${name}, ${job.subject}` : name;
  return (
    <>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        Cancel<span className="visually-hidden"> {about}</span>
      </Button>
      <Confirm
        open={isAsked}
        question="Cancel this job?"
        detail={`${about}: ${job.state === "running" ? "it runs, and its results are dropped" : "it does not run"}. Files stay, and Retry runs it again.`}
        busy={isPending}
        onYes={() => mutate(job.id, { onSettled: () => setAsked(false) })}
        onNo={() => setAsked(false)}
      />
    </>
  );
}

const Loading = () => (
  <div className={styles.loading} role="status" aria-label="Loading the jobs">
    {[0, 1, 2].map((at) => (
      <Skeleton key={at} height={16} width={`${70 - at * 12}%`} />
    ))}
  </div>
);
