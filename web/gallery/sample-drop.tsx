import { useState } from "react";
import { DropZone } from "../src/ui/drop-zone";

export function SampleDrop() {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  return (
    <DropZone
      label="Track file"
      hint=".fit, .gpx or .csv"
      endings={[".fit", ".gpx", ".csv"]}
      max_bytes={1e8}
      file={file}
      error={error}
      onFile={(next) => {
        setFile(next);
        setError(undefined);
      }}
      onRefused={setError}
    />
  );
}
