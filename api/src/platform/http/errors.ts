import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ERROR_CODES, type ErrorCode } from "./error-codes.ts";

/** Constructors of the API's errors: `{field: [message]}` for fields of a form, `{detail, code}` for everything else. */
export function fieldError(fields: Record<string, string[]>): HTTPException {
  return httpError(400, fields);
}

export function detailError(code: ErrorCode, detail: string, headers?: Record<string, string>): HTTPException {
  return httpError(ERROR_CODES[code], { detail, code }, headers);
}

export const notSignedIn = () => detailError("not_signed_in", "Log in to see this.");
export const forbidden = (detail = "This is not yours to change.") => detailError("forbidden", detail);
/** Also for what exists and may not be viewed, so that the answer does not reveal which ids exist. */
export const notFound = (what = "This") =>
  detailError("not_found", `${what} does not exist, or is not shared with you.`);

/** `what` is how many there are. */
export const limitReached = (what: string, remedy = "Delete some first."): HTTPException =>
  detailError("limit_reached", `${what}, the most there can be. ${remedy}`.trim());

function httpError(status: ContentfulStatusCode, body: object, headers: Record<string, string> = {}): HTTPException {
  const message = JSON.stringify(body);
  const res = new Response(message, { status, headers: { "Content-Type": "application/json", ...headers } });
  return new HTTPException(status, { res, message });
}
