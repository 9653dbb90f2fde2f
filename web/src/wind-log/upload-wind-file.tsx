import { LIMITS, type WindFile, type WindUpload } from "@leebow/api/contract";
import { useEffect, useRef, useState } from "react";
import { bytes } from "../format/numbers";
import { call } from "../server/client";
import { ApiFailure, failureOf, failureSentence } from "../server/failure";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { DropZone } from "../ui/drop-zone";
import { Progress } from "../ui/progress";

const REQUIRED = "Track File required";

interface UploadWindFileProps {
  onClose: () => void;
  /** Called with the file as the server stored it. */
  onUploaded: (file: WindFile) => void;
}

/** The dialog that uploads one wind file, with its progress. */
export function UploadWindFile({ onClose, onUploaded }: UploadWindFileProps) {
  const [file, setFile] = useState<File | null>(null);
  const { sent, error, setError, send, cancel } = useSending(onUploaded);
  const busy = sent !== null;
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title="Upload Wind File"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" busy={busy} onClick={() => (file ? send(file) : setError(REQUIRED))}>
            Upload
          </Button>
        </>
      }
    >
      <DropZone
        label="Wind file"
        prompt="Drop a wind file here"
        hint="One .txt file with NMEA sentences"
        endings={[".txt"]}
        max_bytes={LIMITS.wind_file_bytes}
        file={file}
        error={error ?? undefined}
        disabled={busy}
        onFile={(next) => {
          setError(null);
          setFile(next);
        }}
        onRefused={setError}
      />
      {file && busy && <Sent file={file} bytes={sent} />}
    </Dialog>
  );
}

function Sent({ file, bytes: sent }: { file: File; bytes: number }) {
  if (sent >= file.size)
    return <Progress label="The file has arrived. The server is checking and storing it." done={null} />;
  return (
    <Progress label={`Sending ${file.name}`} done={sent / file.size} amount={`${bytes(sent)} of ${bytes(file.size)}`} />
  );
}

/** Bytes sent while an upload runs, else null; it ends with the component. */
function useSending(onUploaded: (file: WindFile) => void) {
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const sending = useRef<WindSending | null>(null);
  const cancel = () => sending.current?.cancel();
  useEffect(() => () => sending.current?.cancel(), []);
  const send = (file: File) => {
    setError(null);
    setSent(0);
    sending.current = uploadWindFile(file, setSent);
    sending.current.file.then(onUploaded, (cause: unknown) => {
      setSent(null);
      if (!(cause instanceof DOMException)) setError(failureSentence(cause));
    });
  };
  return { sent, error, setError, send, cancel };
}

// Uploads one wind file: to the signed address of the storage with progress, then POST /windfiles/ takes it over.

const TIMED_OUT =
  "The upload took longer than 5 minutes and was stopped. Try again with a better connection, or upload a shorter log.";
const BROKEN =
  "The connection broke before the file was saved. Your file is still chosen here: try again when the server is back.";

interface WindSending {
  file: Promise<WindFile>;
  /** Stops sending; the promise is then rejected with an AbortError. */
  cancel: () => void;
}

/** `onSent` receives the number of bytes sent so far; after the last one the server is still storing. */
export function uploadWindFile(file: File, onSent: (bytes: number) => void): WindSending {
  const stop = new AbortController();
  const run = async (): Promise<WindFile> => {
    const upload = await call("GET /windfiles/path/", { signal: stop.signal });
    await store(upload, file, onSent, stop.signal);
    const body = { file_path: upload.file_path, orig_file_name: file.name };
    return call("POST /windfiles/", { body, signal: stop.signal });
  };
  return { file: run(), cancel: () => stop.abort(new DOMException("given up", "AbortError")) };
}

/** Sends the file to the storage, without the session. XMLHttpRequest, because fetch() reports no progress. */
function store(upload: WindUpload, file: File, onSent: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", (event) => onSent(Math.min(event.loaded, file.size)));
    request.upload.addEventListener("load", () => onSent(file.size));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(failureOf(request.status, parsed(request.responseText)));
    });
    request.addEventListener("error", () => reject(new ApiFailure(0, BROKEN)));
    request.addEventListener("timeout", () => reject(new ApiFailure(0, TIMED_OUT)));
    request.addEventListener("abort", () => reject(signal.reason));
    signal.addEventListener("abort", () => request.abort());
    request.open(upload.method, upload.url);
    request.timeout = LIMITS.wind_upload_s * 1000;
    for (const [name, value] of Object.entries(upload.headers)) request.setRequestHeader(name, value);
    request.send(upload.method === "PUT" ? file : formOf(upload, file));
  });
}

function formOf({ fields = {} }: WindUpload, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);
  return form;
}

/** The JSON of an answer; null when it is none, as the XML of an object storage. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
