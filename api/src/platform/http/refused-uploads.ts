import type { MiddlewareHandler } from "hono";
import { LIMITS } from "../limits.ts";
import { within } from "./uploads.ts";
import type { Env } from "./viewer.ts";

/** How long the rest of a refused upload is waited for and read, and how much of it. Guesses. */
const REFUSED = { idle_ms: 2000, whole_ms: 60_000, max_bytes: 3 * LIMITS.upload_bytes };

/**
 * Reads what still arrives of a refused body before it is answered. A connection that is closed while its client sends
 * shows no answer in most browsers, and the framework closes it half a second after the answer.
 */
export function readingRefused({ idle_ms, whole_ms, max_bytes } = REFUSED): MiddlewareHandler<Env> {
  let reading = 0;
  return async (c, next) => {
    await next();
    if (c.res.status < 400) return;
    const { body } = c.req.raw;
    // Each takes some 100 kB while it is read: a crowd is answered at once.
    if (!body || body.locked || reading >= LIMITS.uploads_in_progress) return;
    reading++;
    const reader = body.getReader();
    const end_ms = Date.now() + whole_ms;
    try {
      for (let bytes = 0; bytes <= max_bytes && Date.now() < end_ms; ) {
        const { done, value } = await within(reader.read(), idle_ms);
        if (done) return;
        bytes += value.length;
      }
    } catch {
      // The client has gone, or sends nothing more: it gets the answer as it is.
    } finally {
      reading--;
    }
  };
}
