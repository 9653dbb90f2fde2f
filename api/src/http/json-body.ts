import type { Context } from "hono";
import type { Env } from "../auth/viewer.ts";
import { detailError } from "./errors.ts";

/** The body of a call that takes JSON. Bodies of other types are refused: forms may be larger than a call's body. */
export async function jsonText(c: Context<Env>): Promise<string> {
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(c.req.header("content-type") ?? "")) {
    throw detailError(400, "Send the body as application/json.");
  }
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
