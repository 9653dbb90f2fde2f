import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Every refusal of the API is made here: `{field: [message]}` for what a form can show, `{detail}` for the rest. */
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
/** Also the answer for what exists but may not be seen: nobody learns which ids are taken. */
export const notFound = (what = "This") => detailError(404, `${what} does not exist, or is not shared with you.`);

function httpError(status: ContentfulStatusCode, body: object, headers: Record<string, string> = {}): HTTPException {
  const message = JSON.stringify(body);
  const res = new Response(message, { status, headers: { "Content-Type": "application/json", ...headers } });
  return new HTTPException(status, { res, message });
}
