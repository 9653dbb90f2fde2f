import { FileUp, X } from "lucide-react";
import type { ReactNode } from "react";
import { type FileRejection, useDropzone } from "react-dropzone";
import { bytes } from "../format/numbers";
import { Button, IconButton } from "./button";
import { classes } from "./classes";
import styles from "./drop-zone.module.css";
import { FieldError } from "./field";
import { Icon } from "./icon";

interface DropZoneProps {
  label: string;
  /** What to do, as text. */
  prompt?: string;
  /** The accepted files, as text. */
  hint: ReactNode;
  /** Accepted file name extensions, with the dot. */
  endings: readonly string[];
  max_bytes: number;
  file: File | null;
  onFile: (file: File | null) => void;
  /** Called with the reason when a file is refused. */
  onRefused: (sentence: string) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** An input for exactly one file, dropped or chosen. */
export function DropZone({
  label,
  prompt = "Drop a track here",
  hint,
  endings,
  max_bytes,
  file,
  onFile,
  onRefused,
  error,
  disabled = false,
}: DropZoneProps) {
  const { getRootProps, getInputProps, open, isDragActive, isDragReject } = useDropzone({
    multiple: false,
    maxSize: max_bytes,
    minSize: 1,
    disabled,
    noClick: true,
    noKeyboard: true,
    validator: (given) => (endsRight(given, endings) ? null : { code: "ending", message: "" }),
    onDropAccepted: ([given]) => given && onFile(given),
    onDropRejected: (refused) => onRefused(why(refused, endings, max_bytes)),
  });
  return (
    <div>
      <div
        {...getRootProps({
          className: classes(
            styles.zone,
            isDragActive && styles.over,
            isDragReject && styles.no,
            error && styles.wrong,
            file && styles.full,
          ),
        })}
        role="group"
        aria-label={label}
      >
        <input {...getInputProps({ "aria-label": label, accept: endings.join(",") })} />
        {file ? (
          <Chosen file={file} disabled={disabled} onRemove={() => onFile(null)} onChange={open} />
        ) : (
          <Asking prompt={prompt} hint={hint} disabled={disabled} over={isDragActive} onChoose={open} />
        )}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

function Asking({
  prompt,
  hint,
  over,
  disabled,
  onChoose,
}: {
  prompt: string;
  hint: ReactNode;
  over: boolean;
  disabled: boolean;
  onChoose: () => void;
}) {
  return (
    <>
      <Icon of={FileUp} size={20} className="quiet" />
      <p className="lead strong">{over ? "Let go to take this file" : prompt}</p>
      <div className="small secondary">{hint}</div>
      <Button disabled={disabled} onClick={onChoose}>
        Choose a file
      </Button>
    </>
  );
}

function Chosen({
  file,
  disabled,
  onRemove,
  onChange,
}: {
  file: File;
  disabled: boolean;
  onRemove: () => void;
  onChange: () => void;
}) {
  return (
    <>
      <div className="grow">
        <p className="two-lines" title={file.name}>
          <b>{file.name}</b>
        </p>
        <p className="small secondary">{bytes(file.size)}</p>
      </div>
      {!disabled && <Button onClick={onChange}>Change</Button>}
      {!disabled && <IconButton icon={X} label="Remove the file" onClick={onRemove} />}
    </>
  );
}

function endsRight(file: File | DataTransferItem, endings: readonly string[]): boolean {
  if (!("name" in file)) return true; // While it is dragged the name is unknown.
  const name = file.name.toLowerCase();
  return endings.some((ending) => name.endsWith(ending));
}

function why(refused: readonly FileRejection[], endings: readonly string[], max_bytes: number): string {
  if (refused.length > 1) return "One file at a time, please. Drop the other ones afterwards.";
  const [first] = refused;
  const codes = first?.errors.map((error) => error.code) ?? [];
  const name = first?.file.name ?? "This file";
  if (codes.includes("file-too-small")) return `${name} is empty. Copy it from the device again.`;
  if (codes.includes("file-too-large"))
    return `${name} is larger than ${bytes(max_bytes)}, the most that is taken. Split it on the device or export a shorter session.`;
  return `${name} is none of the files that are taken: ${endings.join(", ")}.`;
}
