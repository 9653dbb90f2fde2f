/** Sends one track file and tells how many bytes have left. fetch() cannot tell that, so this is an XMLHttpRequest. */
import type { Permission, Track } from "@leebow/api/contract";
import { session } from "../stores/session";
import { API, applyErrorHandlers, authorization } from "./client";
import { ApiFailure, failureOf } from "./failure";

export interface TrackUpload {
  file: File;
  boat_name: string;
  permissions: Permission;
}

export const CONNECTION_LOST =
  "The connection to the server broke before the file was saved. Your file is still chosen here: try again when the server is back.";

export interface Sending {
  track: Promise<Track>;
  /** Stops sending; the promise is then rejected with an AbortError. */
  cancel: () => void;
}

/** `onSent` hears the bytes sent so far; when all have left, the server is still checking and storing. */
export function uploadTrack({ file, boat_name, permissions }: TrackUpload, onSent: (bytes: number) => void): Sending {
  const request = new XMLHttpRequest();
  const token = session.access;
  const track = new Promise<Track>((resolve, reject) => {
    request.upload.addEventListener("progress", (event) => onSent(Math.min(event.loaded, file.size)));
    request.upload.addEventListener("load", () => onSent(file.size));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as Track);
      else
        reject(
          applyErrorHandlers(
            lost(request) ? new ApiFailure(0, CONNECTION_LOST) : failureOf(request.status, request.response),
            token,
          ),
        );
    });
    request.addEventListener("error", () => reject(new ApiFailure(0, CONNECTION_LOST)));
    request.addEventListener("abort", () => reject(new DOMException("given up", "AbortError")));
  });
  const form = new FormData();
  // The fields before the file: the server knows what the file is for when its bytes arrive.
  form.append("boat_name", boat_name);
  form.append("permissions", permissions);
  form.append("file", file);
  request.open("POST", `${API}/tracks/`);
  request.responseType = "json";
  for (const [name, value] of Object.entries(authorization(token))) request.setRequestHeader(name, value);
  request.send(form);
  return { track, cancel: () => request.abort() };
}

/** A proxy in front of a server that is gone answers for it, without our words. */
const lost = (request: XMLHttpRequest): boolean =>
  request.status >= 502 && request.status <= 504 && !request.response?.detail;
