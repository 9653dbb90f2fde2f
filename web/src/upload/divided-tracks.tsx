import { BOAT_CLASSES_UPLOAD, type Track } from "@leebow/api/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { useSnapshot } from "valtio";
import { capital, numberWord } from "../format/numbers";
import { longDay, range } from "../format/times";
import { nextRaceNameOptions, useCreateRace } from "../race/queries";
import { failureSentence, shownByForm } from "../server/failure";
import { notify } from "../server/notices";
import { session } from "../server/session";
import { mayCreateRace, raceMode } from "../tracks/race-names";
import { StaticMap } from "../tracks/static-map";
import {
  changeTrack,
  isBroken,
  isUnfinished,
  joinTracks,
  restartTrack,
  separateTrack,
  trackOptions,
} from "../tracks/track";
import { refreshTracks } from "../tracks/track-list";
import { Button } from "../ui/button";
import { Confirm } from "../ui/dialog";
import { FieldError } from "../ui/field";
import { BoatClassChoice } from "../ui/forms/boat-class-choice";
import styles from "./divided-tracks.module.css";
import type { QueueItem } from "./upload-queue";

type Unpacked = NonNullable<QueueItem["unpacked"]>;
export type UploadedTracks = Unpacked["tracks"];

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
export function DividedTracks({ file_name, unpacked, onJoined }: DividedTracksProps) {
  const { kind, tracks } = unpacked;
  const ids = tracks.map(({ id }) => id);
  const before = `${file_name.replace(/\.[^.]*$/, "")}, `;
  return (
    <>
      <p role="status" className={styles.finding}>
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
      <div className={styles.about}>
        <p className={styles.name}>
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
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (boat_name: string) => changeTrack(track.id, { boat_name }),
    onSuccess: (changed) => restartTrack(client, changed),
    onError: shownByForm,
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
export function SessionTrack({ id, files, onSeparated }: SessionTrackProps) {
  const client = useQueryClient();
  const separate = useMutation({
    mutationFn: () => separateTrack(id),
    onSuccess: (tracks) => {
      for (const track of tracks) restartTrack(client, track);
      void refreshTracks(client);
      notify.success(`They are ${tracks.length} tracks. Their figures are being worked out.`);
      onSeparated(tracks.map(({ id, file_name }) => ({ id, file_name, is_new: true })));
    },
    onError: shownByForm,
  });
  return (
    <>
      <p className={styles.finding}>{capital(numberWord(files.length))} files of one session: one track.</p>
      <div className={styles.actions}>
        <Button onClick={() => separate.mutate()} busy={separate.isPending}>
          Keep as several
        </Button>
        {separate.error && <FieldError>It stays one track. {failureSentence(separate.error)}</FieldError>}
      </div>
    </>
  );
}

function KeepAsOne({ ids, onJoined }: { ids: readonly number[]; onJoined: (track_id: number) => void }) {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const separated = (tracks: readonly Track[]) => {
    for (const track of tracks) restartTrack(client, track);
    void refreshTracks(client);
    notify.success(`They are ${tracks.length} tracks again.`);
  };
  const join = useMutation({
    mutationFn: () => joinTracks(ids),
    onSuccess: (track) => {
      restartTrack(client, track);
      void refreshTracks(client);
      const undo = () => void separateTrack(track.id).then(separated, (cause) => notify.error(failureSentence(cause)));
      notify.success("They are one track. Its figures are being worked out.", { label: "Undo", run: undo });
      onJoined(track.id);
    },
    onError: shownByForm,
    onSettled: () => setAsked(false),
  });
  return (
    <div className={styles.actions}>
      <Button onClick={() => setAsked(true)} busy={join.isPending}>
        Keep as one track
      </Button>
      {join.error && <FieldError>The tracks stay apart. {failureSentence(join.error)}</FieldError>}
      <Confirm
        open={isAsked}
        question="Keep them as one track?"
        detail="It gets all that was written to any of them, and is analysed again."
        yes="Keep as one track"
        busy={join.isPending}
        onYes={() => join.mutate()}
        onNo={() => setAsked(false)}
      />
    </div>
  );
}

/** For those who may make races. */
function MakeRace({ ids }: { ids: readonly number[] }) {
  const { user } = useSnapshot(session);
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
    <div className={styles.actions}>
      <Button icon={Flag} busy={create.isPending} disabled={!next.data} onClick={() => void make().catch(shownByForm)}>
        Make a race of them
      </Button>
      {create.error && <FieldError>{failureSentence(create.error)}</FieldError>}
    </div>
  );
}
