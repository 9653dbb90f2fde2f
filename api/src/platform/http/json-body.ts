import type { Context, MiddlewareHandler } from "hono";
import { LIMITS } from "../limits.ts";
import { hideInLog } from "../log.ts";
import { secretsOfBody } from "./call-secrets.ts";
import { detailError } from "./errors.ts";
import { StalledUpload, within } from "./uploads.ts";
import type { Env } from "./viewer.ts";

const isJson = (c: Context<Env>) => /^application\/([\w.+-]+\+)?json\b/i.test(c.req.header("content-type") ?? "");

/**
 * Waits for a body of JSON before anything else is done about the call, so that clients that send slowly hold none of the
 * places for calls in progress. Throws 408 after this time.
 */
export function requireBodyInTime(most_ms: number = LIMITS.json_body_s * 1000): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.raw.body && isJson(c)) {
      await within(c.req.text(), most_ms).catch((error: unknown) => {
        if (!(error instanceof StalledUpload)) throw error;
        throw detailError("upload_stalled", "This call did not arrive whole in time. Try again.", {
          Connection: "close",
        });
      });
    }
    return next();
  };
}

/** The body of a call that takes JSON. Bodies of other types are refused: forms may be larger than a call's body. */
export async function jsonText(c: Context<Env>): Promise<string> {
  if (!isJson(c)) throw detailError("bad_request", "Send the body as application/json.");
  return c.req.text();
}

/** The value of a JSON body of at most so many bytes. Throws 400 or 413. */
export async function jsonOf(c: Context<Env>, most_bytes: number): Promise<unknown> {
  const text = await jsonText(c);
  if (Buffer.byteLength(text) > most_bytes) throw detailError("too_large", "This is more than the call can take.");
  if (isDeeperThan(text, LIMITS.json_depth)) {
    throw detailError(
      "bad_request",
      `Lists and objects in the body may lie at most ${LIMITS.json_depth} deep in each other.`,
    );
  }
  try {
    const body: unknown = JSON.parse(text);
    hideInLog(secretsOfBody(body));
    return body;
  } catch (error) {
    if (error instanceof SyntaxError) throw detailError("bad_request", "The body is not valid JSON.");
    throw error;
  }
}

/** Whether lists and objects lie deeper than this in each other: functions that walk through a value call themselves. */
function isDeeperThan(text: string, max_depth: number): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(STRING_OR_BRACKET)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth > max_depth) return true;
  }
  return false;
}

const STRING_OR_BRACKET = /"(?:[^"\\]|\\.)*"?|[[\]{}]/gs;
