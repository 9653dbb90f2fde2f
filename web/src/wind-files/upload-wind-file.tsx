import { LIMITS, type WindFile } from "@leebow/api/contract";
import { useEffect, useRef, useState } from "react";
import { failureSentence } from "../api/failure";
import { uploadWindFile, type WindSending } from "../api/wind-upload";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { DropZone } from "../components/drop-zone";
import { Progress } from "../components/progress";
import { bytes } from "../format/numbers";

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
