import type { AdminJob, JobState } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { failureSentence } from "../../server/failure";
import { Button } from "../../ui/button";
import { Segments } from "../../ui/choices";
import { Confirm } from "../../ui/dialog";
import { Loading, Skeleton } from "../../ui/empty-state";
import { Badge } from "../../ui/marks";
import { Spinner } from "../../ui/progress";
import styles from "./cards.module.css";
import { jobsOptions, useCancelJob, useRetryFailedJobs, useRetryJob } from "./queries";
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

const ENDS: Partial<Record<JobState, string>> = {
  running: "It runs now and ends without results. This cannot be undone: Retry begins it again.",
  waiting: "It does not run unless you press Retry.",
};

export type ShownJobs = JobState | "all";

interface JobsCardProps {
  shown: ShownJobs;
  onShown: (shown: ShownJobs) => void;
  /** Kind of jobs; "" is all kinds. */
  name: string;
  onName: (name: string) => void;
}

/** Failed jobs first, then running, waiting and cancelled ones. */
export function JobsCard({ shown, onShown, name, onName }: JobsCardProps) {
  const { data, error } = useQuery(jobsOptions(shown === "all" ? undefined : shown, name || undefined));
  const all = useRetryFailedJobs();
  const [asked, setAsked] = useState<AdminJob | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = (job: AdminJob) => {
    setAsked(job);
    setAsking(true);
  };
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
      {!data && !error && <LoadingJobs />}
      {data?.results.length === 0 && <p className={styles.nothing}>No jobs</p>}
      {data && data.results.length > 0 && (
        <ul className={styles.jobs}>
          {data.results.map((job) => (
            <Job key={job.id} job={job} onCancel={() => ask(job)} />
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
      {/* Outside the list: a job that ends meanwhile leaves it, and the question stays. */}
      {asked && <CancelQuestion job={asked} open={isAsking} onDone={() => setAsking(false)} />}
    </section>
  );
}

const isOver = ({ state }: AdminJob) => state === "failed" || state === "cancelled";
const aboutOf = ({ name, subject }: AdminJob) => (subject ? `${nameOf(name)}, ${subject}` : nameOf(name));

function Job({ job, onCancel }: { job: AdminJob; onCancel: () => void }) {
  const retry = useRetryJob();
  return (
    <li>
      <span className={styles.state}>
        {job.state === "running" && <Spinner />}
        {isOver(job) ? <Badge tone={job.state === "failed" ? "danger" : "plain"}>{job.state}</Badge> : job.state}
      </span>
      <div className={styles.about}>
        <p>
          <b>{nameOf(job.name)}</b> <span className="secondary">{job.subject}</span>
        </p>
        {job.error && <p className="small secondary">{job.error}</p>}
      </div>
      <span className="caption">{whenText(job.time)}</span>
      {/* One button, so that it keeps the focus when the state changes. */}
      <span className={styles.act}>
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

function CancelQuestion({ job, open, onDone }: { job: AdminJob; open: boolean; onDone: () => void }) {
  const { mutate, isPending } = useCancelJob();
  return (
    <Confirm
      open={open}
      question="Cancel this job?"
      detail={`${aboutOf(job)}. ${ENDS[job.state]} Files and earlier results stay.`}
      busy={isPending}
      onYes={() => mutate(job.id, { onSettled: onDone })}
      onNo={onDone}
    />
  );
}

const LoadingJobs = () => (
  <Loading what="the jobs" className={styles.loading}>
    {[70, 58, 46].map((percent) => (
      <Skeleton key={percent} height={16} width={`${percent}%`} />
    ))}
  </Loading>
);
