import type { NoSailing } from "@leebow/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  Check,
  CircleAlert,
  CircleCheck,
  Copy,
  Dot,
  File as FileIcon,
  FileWarning,
  type LucideIcon,
  RotateCcw,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { bytes } from "../format/numbers";
import { PartIcon } from "../replay/parts/part-icon";
import { DamageReport } from "../tracks/damage-report";
import { isBroken, isUnfinished, trackOptions } from "../tracks/track";
import { Button, IconButton } from "../ui/button";
import { classes } from "../ui/classes";
import { Icon } from "../ui/icon";
import { Progress, Spinner } from "../ui/progress";
import { DividedTracks, SessionTrack, type UploadedTracks } from "./divided-tracks";
import { type Finding, PICTURE } from "./file-check";
import styles from "./queue-list.module.css";
import { filesOf, type ItemState, isDivided, isSplit, type QueueItem } from "./upload-queue";

interface QueueListProps {
  items: readonly QueueItem[];
  isSending: boolean;
  onRemove: (id: number) => void;
  onRetry: () => void;
  /** Sends a file in which no sailing was found. */
  onSailing: (id: number) => void;
  /** The tracks of a file are one again. */
  onJoined: (id: number, track_id: number) => void;
  /** The track of files of one session is several again. */
  onSeparated: (id: number, tracks: UploadedTracks) => void;
}

/** The files of the queue, each with its check and its progress, and below them what was read of those that are stored. */
export function QueueList(props: QueueListProps) {
  const { items } = props;
  if (items.length === 0) return null;
  return (
    <div>
      <Files {...props} />
      {items.map(
        ({ id, state, file, finding }) =>
          state === "stored" &&
          finding && (
            <section key={id} className={styles.report} aria-label={`What was read of ${file.name}`}>
              {items.length > 1 && <h2 className={styles.name}>{file.name}</h2>}
              <TrackMap name={file.name} path={finding.picture} small={items.length > 1} />
              {finding.data && <DamageReport data={finding.data} />}
            </section>
          ),
      )}
    </div>
  );
}

function Files({ items, isSending, onRemove, onRetry, onSailing, onJoined, onSeparated }: QueueListProps) {
  return (
    <ul className={styles.list} aria-label="Files to upload">
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <Sign item={item} />
          <div className={styles.body}>
            <p className={styles.name} title={item.file.name}>
              {item.file.name}
            </p>
            <p className="caption">
              {item.sources.length > 1 && `${item.sources.map(({ name }) => name).join(", ")}, `}
              {bytes(item.sources.reduce((sum, { size }) => sum + size, 0))}
              {item.archive && `, from ${item.archive}`}
            </p>
            <State
              item={item}
              isSending={isSending}
              onSailing={() => onSailing(item.id)}
              onJoined={(track_id) => onJoined(item.id, track_id)}
              onSeparated={(tracks) => onSeparated(item.id, tracks)}
            />
          </div>
          <div className={styles.actions}>
            {item.state === "failed" && !isSending && (
              <Button icon={RotateCcw} onClick={onRetry}>
                Try again
              </Button>
            )}
            {item.state !== "sending" && item.state !== "stored" && (
              <IconButton icon={X} label={`Remove ${item.file.name}`} onClick={() => onRemove(item.id)} />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const SIGNS: Partial<Record<ItemState, LucideIcon>> = {
  refused: CircleAlert,
  failed: CircleAlert,
  known: Copy,
  stored: CircleCheck,
};

function Sign({ item: { state, finding, unpacked, no_sailing } }: { item: QueueItem }) {
  const isDamaged = (finding !== null && !finding.isWhole) || (unpacked?.remarks.length ?? 0) > 0;
  const sign = SIGNS[state] ?? (isDamaged ? FileWarning : FileIcon);
  const isWrong = state === "refused" || state === "failed";
  // Another sport is no error.
  if (state === "refused" && no_sailing?.sport)
    return (
      <span className={styles.sign}>
        <PartIcon part={no_sailing} size={20} />
      </span>
    );
  return (
    <span className={classes(styles.sign, isWrong && styles.wrong, isDamaged && !isWrong && styles.damaged)}>
      {state === "checking" ? <Spinner /> : <Icon of={sign} size={20} />}
    </span>
  );
}

interface StateProps {
  item: QueueItem;
  isSending: boolean;
  onSailing: () => void;
  onJoined: (track_id: number) => void;
  onSeparated: (tracks: UploadedTracks) => void;
}

function State({ item, isSending, onSailing, onJoined, onSeparated }: StateProps) {
  const { state, sentence, finding, track_id, unpacked } = item;
  if (state === "checking")
    return (
      <p className="small secondary" role="status">
        Reading this file
      </p>
    );
  if (state === "refused" && item.no_sailing)
    return <Unsailed item={item} no_sailing={item.no_sailing} onSailing={onSailing} />;
  if (state === "refused" || state === "failed")
    return (
      <p className={styles.remark} role="alert">
        {sentence} {state === "refused" && <span className="secondary">It is not sent.</span>}
      </p>
    );
  if (state === "known")
    return (
      <p className="small" role="status">
        You have uploaded this file before. It is not sent again. <Link to={`/tracks/${track_id}`}>Open its map</Link>
      </p>
    );
  // As high while it waits for those before it as while it is sent.
  if (state === "sending" || (state === "ready" && isSending)) return <Steps item={item} />;
  const isDamaged = finding !== null && !finding.isWhole;
  return (
    <div className="small">
      {state === "stored" && isSplit(item) && !isDivided(item) && <UnpackedTracks tracks={unpacked!.tracks} />}
      {state === "stored" && isDivided(item) && (
        <DividedTracks file_name={item.file.name} unpacked={unpacked!} onJoined={onJoined} />
      )}
      {state === "stored" && !isSplit(item) && (
        <>
          <PartsSentence parts={finding?.parts ?? null} />
          <p role="status" className={styles.stored}>
            {isDamaged ? "Uploaded, with a part missing." : "Uploaded."}{" "}
            <Link to={`/tracks/${track_id}`}>Open the map</Link>
          </p>
          {filesOf(item).length > 0 && <SessionTrack id={track_id!} files={filesOf(item)} onSeparated={onSeparated} />}
          <Steps item={item} />
        </>
      )}
      {unpacked?.remarks.map((remark) => (
        <p key={remark} className={styles.remark} role="alert">
          {remark}
        </p>
      ))}
      {finding && state === "ready" && <Found finding={finding} />}
    </div>
  );
}

interface UnsailedProps {
  item: QueueItem;
  no_sailing: NoSailing;
  onSailing: () => void;
}

/** What a file is in which no sailing was found, and the way to send it all the same. */
function Unsailed({ item: { file, sent_bytes }, no_sailing: { lead, rest, sport }, onSailing }: UnsailedProps) {
  return (
    <>
      <p className={sport === null ? styles.remark : "small"} role="alert">
        <b>{lead}</b> {rest} {sent_bytes === 0 && "It is not sent."}
      </p>
      <div className={styles.answers}>
        <Button onClick={onSailing} aria-label={`It is sailing, send it: ${file.name}`}>
          It is sailing, send it
        </Button>
      </div>
    </>
  );
}

/** The tracks that the server made of a zip. */
function UnpackedTracks({ tracks }: { tracks: NonNullable<QueueItem["unpacked"]>["tracks"] }) {
  return (
    <>
      <p role="status">Uploaded: {tracks.length} recordings, each with its own map.</p>
      <ul>
        {tracks.map(({ id, file_name, is_new }) => (
          <li key={file_name}>
            <Link to={`/tracks/${id}`}>{file_name}</Link>
            {!is_new && <span className="secondary">, uploaded before</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function PartsSentence({ parts }: Pick<Finding, "parts">) {
  if (!parts) return null;
  return (
    <p>
      <b>{parts.sailing}</b>
      {parts.rest && `; ${parts.rest}`}.
    </p>
  );
}

function Found({ finding: { isWhole, kept, remarks, parts } }: { finding: Finding }) {
  return (
    <div role="status">
      <PartsSentence parts={parts} />
      <p className="secondary">
        {kept}. {isWhole ? "This file is whole." : "Uploaded all the same, the track is made from what is good."}
      </p>
      {remarks.map((sentence) => (
        <p key={sentence} className="quiet">
          {sentence}
        </p>
      ))}
    </div>
  );
}

type StepState = "done" | "now" | "later" | "failed";

const LOOKING = "Looking for the wind and maneuvers";

/** What happens with a file, one step after the other. */
function Steps({ item }: { item: QueueItem }) {
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

interface TrackMapProps {
  /** Name of the file. */
  name: string;
  path: string;
  /** Lower, for one of several files. */
  small: boolean;
}

/** A small map of what was uploaded. */
function TrackMap({ name, path, small }: TrackMapProps) {
  return (
    <svg
      className={classes(styles.map, small && styles.small)}
      viewBox={`0 0 ${PICTURE.width} ${PICTURE.height}`}
      role="img"
      aria-label={`The track of ${name}, north up`}
    >
      <path d={path} fill="none" stroke="var(--ink)" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
