import { Camera, ImagePlus, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "../ui/button";
import { classes } from "../ui/classes";
import { Confirm } from "../ui/dialog";
import { FieldError } from "../ui/field";
import { Icon } from "../ui/icon";
import { Progress } from "../ui/progress";
import { useDeletePhoto } from "./entries";
import styles from "./photos-field.module.css";
import type { EntryForm } from "./use-entry-form";

/** Photos of an entry: chosen, several at a time, dropped anywhere, pasted, or taken with a phone's camera. */
export function PhotosField({ form }: { form: EntryForm }) {
  const { photos, entry } = form;
  const isOver = useGivenFiles(photos.add);
  const stored = entry?.photos.length ?? 0;
  return (
    <div role="group" aria-label="Photos">
      <p className={styles.label}>Photos</p>
      <ul className={styles.photos}>
        {entry?.photos.map(({ id, file }, at) => (
          <li key={id}>
            <StoredPhoto form={form} photo_id={id} url={file} label={`photo ${at + 1}`} />
          </li>
        ))}
        {photos.chosen.map(({ key, url }, at) => {
          const label = `photo ${stored + at + 1}`;
          return (
            <li key={key}>
              <Thumb url={url} label={`${label}, not sent yet`}>
                <IconButton
                  icon={X}
                  label={`Remove ${label}`}
                  tip={null}
                  className={styles.remove}
                  onClick={() => photos.remove(key)}
                />
              </Thumb>
            </li>
          );
        })}
        <li>
          <Add icon={ImagePlus} label="Choose photos" isOver={isOver} onFiles={photos.add} multiple>
            <span className="only-wide">{isOver ? "Let go" : "Drop, paste or choose"}</span>
            <span className="only-phone">Choose</span>
          </Add>
        </li>
        <li className="only-phone">
          <Add icon={Camera} label="Take a photo" onFiles={photos.add} capture="environment">
            Camera
          </Add>
        </li>
      </ul>
      {photos.work && <Progress label={photos.work.label} done={photos.work.done} />}
      {photos.errors.length > 0 && <FieldError>{photos.errors.join(" ")}</FieldError>}
      <p className={styles.hint}>Photos are sent without the place where they were taken.</p>
    </div>
  );
}

interface AddProps {
  icon: typeof Camera;
  label: string;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
  multiple?: boolean;
  isOver?: boolean;
  /** Opens the camera in place of the files. */
  capture?: "environment";
}

function Add({ icon, label, onFiles, children, multiple, isOver, capture }: AddProps) {
  return (
    <label className={classes(styles.add, isOver && styles.over)}>
      <input
        type="file"
        accept="image/*"
        aria-label={label}
        multiple={multiple}
        capture={capture}
        className="visually-hidden"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
      <Icon of={icon} size={20} />
      <span aria-hidden="true">{children}</span>
    </label>
  );
}

const Thumb = ({ url, label, children }: { url: string; label: string; children: ReactNode }) => (
  <div className={styles.photo}>
    <img src={url} alt={label} />
    {children}
  </div>
);

interface StoredPhotoProps {
  form: EntryForm;
  photo_id: number;
  url: string;
  label: string;
}

/** A photo that the server has; it is deleted at once, after a question. */
function StoredPhoto({ form: { entry, setEntry }, photo_id, url, label }: StoredPhotoProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useDeletePhoto(entry?.id ?? 0);
  const remove = () =>
    mutate(photo_id, {
      onSuccess: (isDeleted) =>
        isDeleted && entry && setEntry({ ...entry, photos: entry.photos.filter(({ id }) => id !== photo_id) }),
      onSettled: () => setAsking(false),
    });
  return (
    <Thumb url={url} label={label}>
      <IconButton
        icon={X}
        label={`Delete ${label}`}
        tip={null}
        className={styles.remove}
        onClick={() => setAsking(true)}
      />
      <Confirm
        open={isAsking}
        question="Delete this photo?"
        detail="It is removed for good."
        busy={isPending}
        onYes={remove}
        onNo={() => setAsking(false)}
      />
    </Thumb>
  );
}

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes("Files") ?? false;

/** Takes files that are pasted or dropped anywhere while the field is shown. Returns whether files are over the page. */
function useGivenFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const listening = new AbortController();
    // Before the page's own places for files, which are for tracks.
    const options = { signal: listening.signal, capture: true };
    const give = (event: Event, data: DataTransfer | null) => {
      const files = filesOf(data);
      if (files.length === 0) return;
      event.preventDefault();
      take.current(files);
    };
    window.addEventListener("paste", (event) => give(event, event.clipboardData), options);
    window.addEventListener("drop", (event) => [setOver(false), give(event, event.dataTransfer)], options);
    window.addEventListener(
      "dragover",
      (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      },
      options,
    );
    window.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false), options);
    return () => listening.abort();
  }, []);
  return isOver;
}
