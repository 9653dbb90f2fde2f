/** Sends a form with a file and reports its progress. XMLHttpRequest, because fetch() reports no progress of a request. */

import { API, applyErrorHandlers, authorization } from "./client";
import { ApiFailure, failureOf } from "./failure";
import { session } from "./session";

const CONNECTION_LOST =
  "The connection to the server broke before the file was saved. Your file is still chosen here: try again when the server is back.";

export interface SendingOf<Answer> {
  answer: Promise<Answer>;
  /** Stops sending; the promise is then rejected with an AbortError. */
  cancel: () => void;
}

/** `onSent` receives the number of bytes of the file sent so far; after the last one the server still checks and stores. */
export function sendForm<Answer>(
  path: string,
  form: FormData,
  file_bytes: number,
  onSent: (bytes: number) => void,
): SendingOf<Answer> {
  const request = new XMLHttpRequest();
  const token = session.access;
  const answer = new Promise<Answer>((resolve, reject) => {
    request.upload.addEventListener("progress", (event) => onSent(Math.min(event.loaded, file_bytes)));
    request.upload.addEventListener("load", () => onSent(file_bytes));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as Answer);
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
  request.open("POST", API + path);
  request.responseType = "json";
  for (const [name, value] of Object.entries(authorization(token))) request.setRequestHeader(name, value);
  request.send(form);
  return { answer, cancel: () => request.abort() };
}

/** A proxy answered in place of the server: a gateway error without `detail`. */
const lost = (request: XMLHttpRequest): boolean =>
  request.status >= 502 && request.status <= 504 && !request.response?.detail;
