/** Uploads one track file and reports its progress. XMLHttpRequest, because fetch() reports no progress of a request. */
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

/** `onSent` receives the number of bytes sent so far; after the last one the server is still checking and storing. */
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
  // Fields before the file, so that the server has them when the file begins.
  form.append("boat_name", boat_name);
  form.append("permissions", permissions);
  form.append("file", file);
  request.open("POST", `${API}/tracks/`);
  request.responseType = "json";
  for (const [name, value] of Object.entries(authorization(token))) request.setRequestHeader(name, value);
  request.send(form);
  return { track, cancel: () => request.abort() };
}

/** A proxy answered in place of the server: a gateway error without `detail`. */
const lost = (request: XMLHttpRequest): boolean =>
  request.status >= 502 && request.status <= 504 && !request.response?.detail;
