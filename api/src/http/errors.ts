import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Constructors of the API's errors: `{field: [message]}` for fields of a form, `{detail}` for everything else. */
export function fieldError(fields: Record<string, string[]>): HTTPException {
  return httpError(400, fields);
}

export function detailError(
  status: ContentfulStatusCode,
  detail: string,
  headers?: Record<string, string>,
): HTTPException {
  return httpError(status, { detail }, headers);
}

export const notSignedIn = () => detailError(401, "Log in to see this.");
export const forbidden = (detail = "This is not yours to change.") => detailError(403, detail);
/** Also for what exists and may not be viewed, so that the answer does not reveal which ids exist. */
export const notFound = (what = "This") => detailError(404, `${what} does not exist, or is not shared with you.`);

function httpError(status: ContentfulStatusCode, body: object, headers: Record<string, string> = {}): HTTPException {
  const message = JSON.stringify(body);
  const res = new Response(message, { status, headers: { "Content-Type": "application/json", ...headers } });
  return new HTTPException(status, { res, message });
}
