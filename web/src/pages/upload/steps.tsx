import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert, Dot } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../components/icon";
import { Progress } from "../../components/progress";
import { Spinner } from "../../components/spinner";
import { bytes } from "../../format/numbers";
import { isBroken, isUnfinished, trackOptions } from "../../queries/replay";
import styles from "./steps.module.css";
import type { QueueItem } from "./upload-queue";

type StepState = "done" | "now" | "later" | "failed";

const LOOKING = "Looking for the wind and maneuvers";

/** What happens with a file, one step after the other. */
export function Steps({ item }: { item: QueueItem }) {
  const { state, finding, file, sent_bytes, track_id } = item;
  const isSent = state === "stored" || sent_bytes >= file.size;
  const amount = `${bytes(Math.min(sent_bytes, file.size))} of ${bytes(file.size)}`;
  return (
    <>
      {state !== "stored" && (
        <Progress
          label={state === "ready" ? `Waiting to send ${file.name}` : `Sending ${file.name}`}
          done={sent_bytes / file.size}
          amount={amount}
        />
      )}
      <ol className={styles.steps} aria-label={`Steps of ${file.name}`}>
        {finding && <Step state="done">{finding.read}</Step>}
        <Step state={isSent ? "done" : state === "ready" ? "later" : "now"}>{isSent ? "Sent" : "Sending"}</Step>
        <Step state={state === "stored" ? "done" : isSent ? "now" : "later"}>
          {state === "stored" ? "Stored" : isSent ? "The server is reading and storing it" : "Storing"}
        </Step>
        {state === "stored" && track_id !== null ? <Analysis id={track_id} /> : <Step state="later">{LOOKING}</Step>}
      </ol>
    </>
  );
}

/** The analysis on the server, polled until it has ended. */
function Analysis({ id }: { id: number }) {
  const { data } = useQuery(trackOptions(useQueryClient(), id));
  const track = data?.value;
  if (!track || isUnfinished(track)) return <Step state="now">{LOOKING}</Step>;
  if (isBroken(track)) return <Step state="failed">{track.error ?? "There was an error processing this track."}</Step>;
  const { metric } = track;
  const wind = metric?.average_wind_direction ?? null;
  return (
    <Step state="done">{wind === null ? "The wind is open: choose it on the map" : "Wind and maneuvers found"}</Step>
  );
}

function Step({ state, children }: { state: StepState; children: ReactNode }) {
  return (
    <li className={styles[state]} aria-current={state === "now" ? "step" : undefined}>
      {state === "now" ? <Spinner /> : <Icon of={state === "done" ? Check : state === "failed" ? CircleAlert : Dot} />}
      <span>
        {children}
        {state === "done" && <span className="visually-hidden">, done</span>}
      </span>
    </li>
  );
}
