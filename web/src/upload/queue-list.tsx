import { BOAT_CLASSES_UPLOAD, type Track } from "@leebow/api/contract";
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
  Flag,
  type LucideIcon,
  RotateCcw,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router-dom";
import { bytes, capital, numberWord } from "../format/numbers";
import { longDay, range } from "../format/times";
import { nextRaceNameOptions, useCreateRace } from "../race/queries";
import { PartIcon } from "../replay/parts/part-icon";
import { failureSentence, shownByForm } from "../server/failure";
import { useChange } from "../server/read";
import { useUser } from "../server/session";
import { DamageReport } from "../tracks/damage-report";
import { mayCreateRace, raceMode } from "../tracks/race-names";
import { StaticMap } from "../tracks/static-map";
import {
  changeTrack,
  isBroken,
  isUnfinished,
  restartTrack,
  trackOptions,
  useJoinTracks,
  useSeparateTrack,
} from "../tracks/track";
import { Button, IconButton } from "../ui/button";
import { classes } from "../ui/classes";
import { useQuestion } from "../ui/dialog";
import { FieldError } from "../ui/field";
import { BoatClassChoice } from "../ui/forms/boat-class-choice";
import { Icon } from "../ui/icon";
import { Progress, Spinner } from "../ui/progress";
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
              {items.length > 1 && <h2 className="medium anywhere">{file.name}</h2>}
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
    <ul className="grid framed" aria-label="Files to upload">
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <Sign item={item} />
          <div className={styles.body}>
            <p className="medium anywhere" title={item.file.name}>
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
          <div className="flex top gap-4">
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
      <p className="small danger" role="alert">
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
        <p key={remark} className="small danger" role="alert">
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
      <p className={sport === null ? "small danger" : "small"} role="alert">
        <b>{lead}</b> {rest} {sent_bytes === 0 && "It is not sent."}
      </p>
      <div className="wrap gap-8 above-8">
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

type Unpacked = NonNullable<QueueItem["unpacked"]>;
type UploadedTracks = Unpacked["tracks"];

interface DividedTracksProps {
  file_name: string;
  unpacked: Unpacked;
  /** The tracks are one again: this one. */
  onJoined: (track_id: number) => void;
}

/** "Three days in this file: three tracks." */
function sentenceOf({ kind, tracks: made }: Unpacked): string {
  const number = numberWord(made.length);
  const days = new Set(made.map(({ file_name }) => /, (\d{4}-\d\d-\d\d)/.exec(file_name)?.[1] ?? file_name));
  const what = days.size === made.length ? "days" : "sessions";
  if (kind === "days") return `${capital(number)} ${what} in this file: ${number} tracks.`;
  return `${capital(number)} boats at the same time: ${number} tracks.`;
}

/** The tracks that were made of the days or boats of a file, and what else can be made of them. */
function DividedTracks({ file_name, unpacked, onJoined }: DividedTracksProps) {
  const { kind, tracks } = unpacked;
  const ids = tracks.map(({ id }) => id);
  const before = `${file_name.replace(/\.[^.]*$/, "")}, `;
  return (
    <>
      <p role="status" className="strong">
        {sentenceOf(unpacked)}
      </p>
      <ul className={styles.tracks} aria-label={`Tracks of ${file_name}`}>
        {tracks.map(({ id, file_name: name }, i) => (
          <li key={id} className={styles.track}>
            <DividedTrack
              id={id}
              name={name.replace(before, "").replace(/\.[^.]*$/, "")}
              boat={kind === "boats" ? i : null}
            />
          </li>
        ))}
      </ul>
      {kind === "days" ? <KeepAsOne ids={ids} onJoined={onJoined} /> : <MakeRace ids={ids} />}
    </>
  );
}

/** `boat`: index of the boat, whose colour and class are shown; null for a day. */
function DividedTrack({ id, name, boat }: { id: number; name: string; boat: number | null }) {
  const client = useQueryClient();
  const { data } = useQuery(trackOptions(client, id));
  const track = data?.value;
  return (
    <>
      <div className={styles.picture}>{track?.static_map && <StaticMap track={track} to={null} alt="" />}</div>
      <div className="shrinks">
        <p className="row medium anywhere">
          {boat !== null && (
            <span className={styles.boat} style={{ background: `var(--boat-${(boat % 8) + 1})` }} aria-hidden />
          )}
          {boat === null && track?.start_time ? longDay(track.start_time, track.tz) : name}
        </p>
        <p className="caption">{captionOf(track)}</p>
        {boat !== null && track && <BoatClass track={track} name={name} />}
      </div>
      <Link to={`/tracks/${id}`} aria-label={`Open the map: ${name}`}>
        Open the map
      </Link>
    </>
  );
}

/** "14:02 to 16:41, Schilksee" */
function captionOf(track: Track | undefined): string {
  if (!track || isUnfinished(track)) return "Looking for the wind and maneuvers";
  if (isBroken(track)) return track.error ?? "There was an error processing this track.";
  const times = track.start_time && track.end_time ? range(track.start_time, track.end_time, track.tz) : "";
  return [times, track.location].filter(Boolean).join(", ");
}

const CLASSES = BOAT_CLASSES_UPLOAD.map((value) => ({ value, label: value }));

function BoatClass({ track, name }: { track: Track; name: string }) {
  const change = useChange((boat_name: string) => changeTrack(track.id, { boat_name }), {
    inForm: true,
    holds: restartTrack,
  });
  return (
    <BoatClassChoice
      label={`Boat class of ${name}`}
      bare
      onlyKnown
      classes={CLASSES}
      value={change.variables ?? track.boat_name}
      onChange={(boat_name) => change.mutate(boat_name)}
      error={change.error ? failureSentence(change.error) : undefined}
      className={styles.choice}
    />
  );
}

interface SessionTrackProps {
  id: number;
  files: readonly string[];
  /** The tracks are several again: these. */
  onSeparated: (tracks: UploadedTracks) => void;
}

/** "Six files of one session: one track.", which can be several again. */
function SessionTrack({ id, files, onSeparated }: SessionTrackProps) {
  const separate = useSeparateTrack(id, true);
  const onSuccess = (tracks: readonly Track[]) =>
    onSeparated(tracks.map(({ id, file_name }) => ({ id, file_name, is_new: true })));
  return (
    <>
      <p className="strong">{capital(numberWord(files.length))} files of one session: one track.</p>
      <div className="row wrap above-12">
        <Button onClick={() => separate.mutate(undefined, { onSuccess })} busy={separate.isPending}>
          Keep as several
        </Button>
        {separate.error && <FieldError>It stays one track. {failureSentence(separate.error)}</FieldError>}
      </div>
    </>
  );
}

function KeepAsOne({ ids, onJoined }: { ids: readonly number[]; onJoined: (track_id: number) => void }) {
  const { mutateAsync: join, isPending, error } = useJoinTracks(ids);
  const [question, ask] = useQuestion();
  const askToJoin = () =>
    ask({
      question: "Keep them as one track?",
      detail: "It gets all that was written to any of them, and is analysed again.",
      yes: "Keep as one track",
      onYes: () => join().then(({ id }) => onJoined(id)),
    });
  return (
    <div className="row wrap above-12">
      <Button onClick={askToJoin} busy={isPending}>
        Keep as one track
      </Button>
      {error && <FieldError>The tracks stay apart. {failureSentence(error)}</FieldError>}
      {question}
    </div>
  );
}

/** For those who may make races. */
function MakeRace({ ids }: { ids: readonly number[] }) {
  const user = useUser();
  const navigate = useNavigate();
  const isAllowed = user !== null && mayCreateRace(user);
  const next = useQuery({ ...nextRaceNameOptions(raceMode(user)), enabled: isAllowed });
  const create = useCreateRace();
  if (!isAllowed) return null;
  const make = async () => {
    const { id } = await create.mutateAsync({ name: next.data ?? "", tracks: [...ids] });
    void navigate(`/races/${id}`);
  };
  return (
    <div className="row wrap above-12">
      <Button icon={Flag} busy={create.isPending} disabled={!next.data} onClick={() => void make().catch(shownByForm)}>
        Make a race of them
      </Button>
      {create.error && <FieldError>{failureSentence(create.error)}</FieldError>}
    </div>
  );
}
