import { BOAT_CLASSES_UPLOAD, LIMITS, type Permission, UPLOAD_EXTENSIONS } from "@leebow/api/contract";
import { shortDamage } from "@leebow/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarDays, FileText, FileUp, ListChecks, Sailboat, Upload, Wind } from "lucide-react";
import { useEffect, useState } from "react";
import { useDropzone } from "react-dropzone";
import { Controller, useForm } from "react-hook-form";
import { useBlocker, useNavigate } from "react-router-dom";
import { useSnapshot } from "valtio";
import { recordingsIn } from "../engine/unzip";
import { bytes } from "../format/numbers";
import { ConfirmAddress } from "../people/account/confirm-address";
import { notify } from "../server/notices";
import { session } from "../server/session";
import { VISIBILITIES } from "../tracks/downloads";
import { keepFoundDamage, takeDropped } from "../tracks/dropped-files";
import { fetchTracks, refreshTracks } from "../tracks/track-list";
import { Button } from "../ui/button";
import { RadioGroup } from "../ui/choices";
import { classes } from "../ui/classes";
import { Confirm } from "../ui/dialog";
import dropZone from "../ui/drop-zone.module.css";
import { FieldError } from "../ui/field";
import { BoatClassField } from "../ui/forms/account-fields";
import { Icon } from "../ui/icon";
import { useTitle } from "../ui/title";
import { checkFile, sessionsOfFiles, sha256Of } from "./file-check";
import styles from "./page.module.css";
import { QueueList } from "./queue-list";
import {
  findKnownFiles,
  isAllDone,
  isAllWell,
  isSplit,
  type QueueItem,
  storedTracks,
  UploadQueue,
  uploadTrack,
} from "./upload-queue";

interface Form {
  boat_name: string;
  permissions: Permission;
}

/** Upload of any number of files with one boat class and visibility. */
export function Page() {
  useTitle("Upload");
  const { form, queue, items, isSending, isDone, error, submit, sendAsSailing, add, leave, leaving } = useUpload();
  return (
    <main className={styles.main}>
      <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="upload-title">
        <h1 className="title" id="upload-title">
          Upload a track
        </h1>
        <ConfirmAddress />
        <Fields form={form} isFixed={isSending || isDone} />
        {!isSending && !isDone && <FilesDrop hasFiles={items.length > 0} error={error} onFiles={add} />}
        <div className={styles.foot}>
          <p className="small quiet grow">You can change class and visibility later in the track's menu.</p>
          {isSending && <Button onClick={() => queue.cancel()}>Cancel</Button>}
          {isDone && <Button onClick={() => queue.clear()}>Upload another</Button>}
          {isDone ? (
            <Button kind="primary" onClick={leave} className={styles.send}>
              To the track list
            </Button>
          ) : (
            <Button kind="primary" type="submit" icon={Upload} busy={isSending} className={styles.send}>
              Upload
            </Button>
          )}
        </div>
        {/* Last: what it grows by moves no button. */}
        <QueueList
          items={items}
          isSending={isSending}
          onRemove={(id) => queue.remove(id)}
          onRetry={() => void submit()}
          onJoined={(id, track_id) => queue.joined(id, track_id)}
          onSeparated={(id, tracks) => queue.separated(id, tracks)}
          onSailing={(id) => void sendAsSailing(id)}
        />
      </form>
      <WhatHappens />
      {leaving.state === "blocked" && (
        <Confirm
          question="Stop uploading?"
          detail="What is not saved yet has to be uploaded again."
          onYes={() => {
            leaving.proceed();
            return false;
          }}
          onClose={leaving.reset}
        />
      )}
    </main>
  );
}

/** The form, the queue, what follows when it is sent, and the question when leaving before that. */
function useUpload() {
  const form = useForm<Form>({ mode: "onTouched", defaultValues: { boat_name: firstClass(), permissions: "PUBLIC" } });
  const [queue] = useState(
    () =>
      new UploadQueue({
        recordingsIn,
        sessionsOf: sessionsOfFiles,
        refusal,
        sha256Of,
        findKnown: findKnownFiles,
        checkFile,
        upload: uploadTrack,
      }),
  );
  const { items, isSending } = useSnapshot(queue.state);
  const [error, setError] = useState<string>();
  const leave = useLeave(queue.state);
  useEffect(() => {
    const dropped = takeDropped();
    if (dropped.length > 0) void queue.add(dropped);
    return () => queue.cancel();
  }, [queue]);
  const leaving = useBlocker(() => queue.state.isSending);
  useUnloadGuard(isSending);
  const after = async (sent: Promise<void>) => {
    await sent;
    if (isAllWell(queue.state.items)) leave();
    else if (queue.state.items.some(({ state }) => state === "stored")) void leave.refresh();
  };
  const submit = form.handleSubmit(async (fields) => {
    if (items.length === 0) return setError("Track File required");
    await after(queue.sendAll(fields));
  });
  return {
    form,
    queue,
    items: items as readonly QueueItem[],
    isSending,
    isDone: !isSending && isAllDone(items) && items.some(({ state }) => state === "stored"),
    error,
    submit: (event?: React.BaseSyntheticEvent) => {
      if (items.length === 0) setError("Track File required");
      return submit(event);
    },
    sendAsSailing: (id: number) => form.handleSubmit((fields) => after(queue.sendAsSailing(id, fields)))(),
    add: (files: File[]) => {
      setError(undefined);
      void queue.add(files);
    },
    leave,
    leaving,
  };
}

/** Leads to the track list, read again; with a first track the list leads on to its map. */
function useLeave(state: { items: QueueItem[] }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: isFirst } = useQuery({
    queryKey: ["upload", "first"],
    queryFn: async ({ signal }) => (await fetchTracks(MINE, null, signal)).results.length === 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  const leave = () => {
    const first = state.items.find((item) => item.state === "stored");
    for (const { track_id, finding, unpacked } of state.items) {
      const damage = finding?.data && !isSplit({ unpacked }) && shortDamage(finding.data.report.damage);
      if (track_id !== null && damage) keepFoundDamage(track_id, damage);
    }
    const count = storedTracks(state.items);
    if (count === 1) notify.success("The track is saved. Its figures are being worked out.");
    else if (count > 1) notify.success(`${count} tracks are saved. Their figures are being worked out.`);
    void refreshTracks(client);
    void navigate("/home", { state: isFirst && first ? { first_track: first.track_id } : null });
  };
  return Object.assign(leave, { refresh: () => refreshTracks(client) });
}

const MINE = { mode: "mine", search: "", start_date: null, end_date: null, users: [] } as const;

/** `isFixed`: the files have, or get, what was chosen. */
function Fields({ form: { control }, isFixed }: Pick<ReturnType<typeof useUpload>, "form"> & { isFixed: boolean }) {
  return (
    <div className={classes(styles.pair, isFixed && styles.fixed)} inert={isFixed}>
      <BoatClassField
        control={control}
        name="boat_name"
        label="Boat class"
        classes={BOAT_CLASSES_UPLOAD}
        required="Boat Class required"
      />
      <Controller
        control={control}
        name="permissions"
        render={({ field }) => (
          <RadioGroup label="Visibility" choices={VISIBILITIES} value={field.value} onChange={field.onChange} />
        )}
      />
    </div>
  );
}

function WhatHappens() {
  return (
    <aside className={styles.aside} aria-labelledby="what-happens">
      <h2 id="what-happens">What happens then</h2>
      <p>
        <Icon of={FileText} />
        <span>The file is read and checked. What is broken is said, what is good is kept.</span>
      </p>
      <p>
        <Icon of={Sailboat} />
        <span>The sailing in it is found. Rides, tows and other sports are left out; you can take them in again.</span>
      </p>
      <p>
        <Icon of={CalendarDays} />
        <span>Days and boats become a track each.</span>
      </p>
      <p>
        <Icon of={Wind} />
        <span>The wind is estimated from the turns, or taken from a wind file you attach.</span>
      </p>
      <p>
        <Icon of={ListChecks} />
        <span>Tacks, gybes and straights are named and measured.</span>
      </p>
      <p className="small secondary">
        One GPS point a second is best. With one every two seconds or fewer the track gets a low sample rate mark.
      </p>
    </aside>
  );
}

/** The user's primary boat class; else empty. */
const firstClass = () => session.user?.primary_boat_class ?? "";

interface FilesDropProps {
  hasFiles: boolean;
  error?: string | undefined;
  onFiles: (files: File[]) => void;
}

/** An input for any number of track files, dropped or chosen. */
function FilesDrop({ hasFiles, error, onFiles }: FilesDropProps) {
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    multiple: true,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted) => onFiles(accepted),
  });
  return (
    <div>
      <div
        {...getRootProps({ className: classes(dropZone.zone, isDragActive && dropZone.over, error && dropZone.wrong) })}
        role="group"
        aria-label="Track file"
      >
        <input {...getInputProps({ "aria-label": "Track file", accept: UPLOAD_EXTENSIONS.join(",") })} />
        <Icon of={FileUp} size={20} className="quiet" />
        <p className="lead strong">
          {isDragActive ? "Let go to take them" : hasFiles ? "Drop more tracks here" : "Drop your tracks here"}
        </p>
        <div className={classes("small secondary", hasFiles && "visually-hidden")}>
          .fit, .gpx or .csv; of CSV, the files of Vakaros and Velocitek. Taken too: .zip (every recording in it becomes
          a track), .tcx, .kml, .geojson, .ubx, .sbp, .sbn, .oao, .gpy, .gz, .vkx, .vtk and logs of NMEA 0183, NMEA 2000
          and Signal K (.nmea, .txt, .log, .tsv, .ebl, .json). 100 MB a file at most.
        </div>
        <Button onClick={open}>{hasFiles ? "Choose more files" : "Choose files"}</Button>
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

/** Why a file is not taken, by its name and size; null for one that is. */
function refusal({ name, size }: File): string | null {
  if (!UPLOAD_EXTENSIONS.some((ending) => name.toLowerCase().endsWith(ending)))
    return `This is no track file. Leebow reads ${UPLOAD_EXTENSIONS.join(", ")}.`;
  if (size === 0) return "This file is empty. Copy it from the device again.";
  if (size > LIMITS.upload_bytes)
    return `This file is larger than ${bytes(LIMITS.upload_bytes)}, the most that is taken. Split it on the device or export a shorter session.`;
  return null;
}

/** Lets the browser ask for confirmation before the tab is closed while `active`. */
function useUnloadGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [active]);
}
