import type { MiddlewareHandler } from "hono";
import { LIMITS } from "../limits.ts";
import { detailError } from "./errors.ts";
import type { Env } from "./viewer.ts";

/** Seconds after which a refused upload may be tried again. Guess. */
const RETRY_S = 10;
const RETRY = { "Retry-After": String(RETRY_S) };

/** Who sends an upload. */
export interface Uploader {
  /** Null where a signed address is all the client has. */
  user_id: number | null;
  address: string;
  /** Without a session or a confirmed e-mail: anybody can have many of these. */
  is_guest: boolean;
}

/** Uploads in progress in the process that has a context, by what they are counted for. */
const in_progress = new WeakMap<object, Map<string, number>>();

const ALL = "all";
const GUESTS = "guests";

/**
 * Runs an upload if there are not too many in progress: each holds a connection and a temporary file for as long as its
 * client likes. Throws 429 when the user or the address has too many, 503 when all have, or all guests together.
 */
export async function withinUploads<T>(context: object, uploader: Uploader, run: () => Promise<T>): Promise<T> {
  const counts = in_progress.get(context) ?? new Map<string, number>();
  in_progress.set(context, counts);
  const places = placesOf(uploader);
  const full = places.find(({ name, most }) => (counts.get(name) ?? 0) >= most);
  if (full) throw full.refusal();
  for (const { name } of places) counts.set(name, (counts.get(name) ?? 0) + 1);
  try {
    return await run();
  } finally {
    for (const { name } of places) {
      const left = counts.get(name)! - 1;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
    }
  }
}

/** What an upload is counted for, how many there may be, and the answer to one more. */
function placesOf({ user_id, address, is_guest }: Uploader) {
  const of_address = (name: string, most: number) => ({ name: `${name} ${address}`, most, refusal: tooManyHere });
  return [
    ...(user_id === null ? [] : [{ name: `user ${user_id}`, most: LIMITS.uploads_per_user, refusal: tooManyOfYours }]),
    of_address("address", LIMITS.uploads_per_address),
    ...(is_guest
      ? [
          of_address("guests", LIMITS.guest_uploads_per_address),
          { name: GUESTS, most: LIMITS.guest_uploads_in_progress, refusal: tooManyOfGuests },
        ]
      : []),
    { name: ALL, most: LIMITS.uploads_in_progress, refusal: tooMany },
  ];
}

const tooManyOfYours = () =>
  detailError("too_many_requests", "Other uploads of yours are still arriving. Try again when they are done.", RETRY);
const tooManyHere = () =>
  detailError(
    "too_many_requests",
    "Other uploads from your network are still arriving. Try again when they are done.",
    RETRY,
  );
const tooMany = () =>
  detailError("busy", "The server receives too many uploads at the moment. Try again in a few seconds.", RETRY);
const tooManyOfGuests = () =>
  detailError(
    "busy",
    "The server receives too many uploads of people without a confirmed e-mail address at the moment. Confirm yours, or try again in a few seconds.",
    RETRY,
  );

/** An upload of which nothing more arrives, or too little. */
export class StalledUpload extends Error {
  override name = "StalledUpload";
}

/** The answer to a stalled upload; nobody knows where on its connection the next request would begin. */
export const stalledAnswer = () =>
  detailError(
    "upload_stalled",
    "Nothing more of the upload arrived for a while, or too little. Nothing was kept; try again with a better connection.",
    { Connection: "close" },
  );

/** How slowly an upload may arrive. */
export interface Pace {
  /** Longest time without a byte, and by how much a client may be behind the least rate. */
  idle_ms: number;
  least_bytes_per_s: number;
}

const PACE: Pace = { idle_ms: LIMITS.upload_idle_s * 1000, least_bytes_per_s: LIMITS.upload_least_bytes_per_s };

/**
 * The same body, which fails when no byte arrives for some time, or too few have arrived in the time that somebody waited for
 * them: a client that sends a byte now and then would hold its place for an hour.
 */
export function untilStalled(body: ReadableStream<Uint8Array>, pace: Partial<Pace> = {}): ReadableStream<Uint8Array> {
  const { idle_ms, least_bytes_per_s } = { ...PACE, ...pace };
  const reader = body.getReader();
  let [bytes, waited_ms] = [0, 0];
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const began_ms = performance.now();
        const { done, value } = await within(reader.read(), idle_ms);
        waited_ms += performance.now() - began_ms;
        if (done) return controller.close();
        bytes += value.length;
        if (bytes < ((waited_ms - idle_ms) / 1000) * least_bytes_per_s) throw new StalledUpload("too little arrived");
        controller.enqueue(value);
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
