import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { HTTPException } from "hono/http-exception";
import { detailError } from "../../platform/http/errors.ts";
import { StalledUpload, stalledAnswer, untilStalled } from "../../platform/http/uploads.ts";
import type { Incoming, Storage } from "../../platform/storage/storage.ts";

const BROKEN = "The upload did not arrive whole. Nothing was kept; try again.";

/**
 * Stores the body of a request under this key if its signed address allows it: completely, or not at all. Of several requests
 * the first that has arrived completely counts.
 */
export async function storeUpload(storage: Storage, key: string, request: Request): Promise<void> {
  const granted = storage.verifyUpload(key, new URL(request.url).searchParams);
  if (!granted) throw detailError("address_expired", "This address has expired or is not complete. Request a new one.");
  const content_type = request.headers.get("content-type") ?? "";
  if (mediaType(content_type) !== mediaType(granted.content_type)) {
    throw detailError("forbidden", `This address is for a file of the type ${granted.content_type}. Nothing was kept.`);
  }
  // A stored file never changes: one that is there already is not read at all.
  if (await storage.stat(key)) throw used();
  const too_large = tooLarge(granted.max_bytes);
  if (Number(request.headers.get("content-length")) > granted.max_bytes) throw too_large;
  const incoming = await receive(storage, request, granted.max_bytes, too_large);
  try {
    if (!(await incoming.keepOnce(key))) throw used();
  } finally {
    await incoming.discard();
  }
}

const used = () => detailError("address_used", "This address has been used. Request a new one.");

const mediaType = (content_type: string): string => content_type.split(";")[0]!.trim().toLowerCase();

function tooLarge(max_bytes: number): HTTPException {
  const limit = max_bytes >= 1024 ** 2 ? `${Math.floor(max_bytes / 1024 ** 2)} MB` : `${max_bytes} bytes`;
  return detailError("too_large", `This file is larger than ${limit}, the most this call takes. Nothing was kept.`);
}

function receive(storage: Storage, request: Request, max_bytes: number, too_large: HTTPException): Promise<Incoming> {
  const broken = detailError("upload_broken", BROKEN);
  async function* limited() {
    let bytes = 0;
    const body = request.body ? Readable.fromWeb(untilStalled(request.body) as ReadableStream) : [];
    try {
      for await (const chunk of body) {
        bytes += (chunk as Uint8Array).length;
        if (bytes > max_bytes) throw too_large;
        yield chunk as Uint8Array;
      }
    } catch (error) {
      if (error instanceof StalledUpload) throw stalledAnswer();
      throw error === too_large ? error : broken;
    }
  }
  return storage.receive(Readable.from(limited(), { objectMode: false }));
}
