import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "../auth/viewer.ts";
import { LIMITS } from "../limits.ts";
import { detailError } from "./errors.ts";
import { StalledUpload, within } from "./uploads.ts";

const isJson = (c: Context<Env>) => /^application\/([\w.+-]+\+)?json\b/i.test(c.req.header("content-type") ?? "");

/**
 * Waits for a body of JSON before anything else is done about the call, so that clients that send slowly hold none of the
 * places for calls in progress. Throws 408 after this time.
 */
export function wholeBody(most_ms: number = LIMITS.json_body_s * 1000): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.raw.body && isJson(c)) {
      await within(c.req.text(), most_ms).catch((error: unknown) => {
        if (!(error instanceof StalledUpload)) throw error;
        throw detailError(408, "This call did not arrive whole in time. Try again.", { Connection: "close" });
      });
    }
    return next();
  };
}

/** The body of a call that takes JSON. Bodies of other types are refused: forms may be larger than a call's body. */
export async function jsonText(c: Context<Env>): Promise<string> {
  if (!isJson(c)) throw detailError(400, "Send the body as application/json.");
  return c.req.text();
}

export async function jsonOf(c: Context<Env>): Promise<unknown> {
  try {
    return JSON.parse(await jsonText(c));
  } catch (error) {
    if (error instanceof SyntaxError) throw detailError(400, "The body is not valid JSON.");
    throw error;
  }
}
