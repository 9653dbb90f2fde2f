import { LIMITS } from "../limits.ts";
import { detailError } from "./errors.ts";

/** Seconds after which a refused upload may be tried again. Guess. */
const RETRY_S = 10;
const RETRY = { "Retry-After": String(RETRY_S) };

/** Uploads in progress in the process that has a context: all of them, and of each caller. */
interface InProgress {
  all: number;
  of: Map<string, number>;
}

const in_progress = new WeakMap<object, InProgress>();

/**
 * Runs an upload if there are not too many in progress: each holds a connection and a temporary file for as long as its
 * client likes. Throws 429 when the caller has too many, 503 when the process has.
 */
export async function withinUploads<T>(context: object, caller: string, most: number, run: () => Promise<T>) {
  const now = in_progress.get(context) ?? { all: 0, of: new Map<string, number>() };
  in_progress.set(context, now);
  const own = now.of.get(caller) ?? 0;
  if (own >= most) {
    throw detailError(
      "too_many_requests",
      "Other uploads of yours are still arriving. Try again when they are done.",
      RETRY,
    );
  }
  if (now.all >= LIMITS.uploads_in_progress) {
    throw detailError("busy", "The server receives too many uploads at the moment. Try again in a few seconds.", RETRY);
  }
  now.all++;
  now.of.set(caller, own + 1);
  try {
    return await run();
  } finally {
    now.all--;
    const left = now.of.get(caller)! - 1;
    if (left > 0) now.of.set(caller, left);
    else now.of.delete(caller);
  }
}

/** An upload of which nothing more arrives. */
export class StalledUpload extends Error {
  override name = "StalledUpload";
}

/** The answer to a stalled upload; nobody knows where on its connection the next request would begin. */
export const stalledAnswer = () =>
  detailError("upload_stalled", "Nothing more of the upload arrived for a while. Nothing was kept; try again.", {
    Connection: "close",
  });

/** The same body, which fails when no byte arrives for this long while somebody waits for one. */
export function untilStalled(
  body: ReadableStream<Uint8Array>,
  idle_ms: number = LIMITS.upload_idle_s * 1000,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await within(reader.read(), idle_ms);
        if (done) controller.close();
        else controller.enqueue(value);
      },
      // What is left of the body is read by `readingRefused`.
      cancel: () => reader.releaseLock(),
    },
    // Nothing is read ahead: the time that the storage takes is not the client's.
    { highWaterMark: 0 },
  );
}

/** What arrives; throws StalledUpload after this time. */
export async function within<T>(arriving: Promise<T>, idle_ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new StalledUpload("nothing arrived")), idle_ms);
  });
  try {
    return await Promise.race([arriving, stalled]);
  } finally {
    clearTimeout(timer);
  }
}
