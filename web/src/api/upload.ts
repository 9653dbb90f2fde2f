/** Uploads one track file and reports its progress. */
import type { Permission, UploadedTrack } from "@leebow/api/contract";
import { sendForm } from "./send-form";

export interface TrackUpload {
  /** One, or those of one session. */
  files: readonly File[];
  boat_name: string;
  permissions: Permission;
  /** Its user says that it is sailing, whatever it looks like. */
  is_sailing?: boolean;
}

export interface Sending {
  track: Promise<UploadedTrack>;
  /** Stops sending; the promise is then rejected with an AbortError. */
  cancel: () => void;
}

/** `onSent` receives the number of bytes sent so far; after the last one the server is still checking and storing. */
export function uploadTrack(
  { files, boat_name, permissions, is_sailing }: TrackUpload,
  onSent: (bytes: number) => void,
): Sending {
  const form = new FormData();
  // Fields before the file, so that the server has them when the file begins.
  form.append("boat_name", boat_name);
  form.append("permissions", permissions);
  if (is_sailing) form.append("is_sailing", "true");
  for (const file of files) form.append("file", file);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const { answer, cancel } = sendForm<UploadedTrack>("/tracks/", form, bytes, onSent);
  return { track: answer, cancel };
}
