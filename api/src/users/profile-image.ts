import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { fieldError } from "../http/errors.ts";
import { MultipartFault, readForm } from "../http/multipart.ts";
import { LIMITS } from "../limits.ts";
import type { Storage } from "../storage/storage.ts";

const SIDE_PX = 256;
/** More pixels than any portrait has; a small file can claim far more. */
const MAX_PIXELS = 50_000_000;

/** By the first bytes, JPEG, PNG or WebP. Vector formats (SVG) can refer to files and addresses. */
const isRaster = (head: string) =>
  head.startsWith("\xff\xd8\xff") ||
  head.startsWith("\x89PNG\r\n\x1a\n") ||
  (head.startsWith("RIFF") && head.startsWith("WEBP", 8));
const NOT_A_PICTURE = "This is not a picture Leebow can read. Choose a JPEG, PNG or WebP file.";

/**
 * Stores an uploaded portrait, square and small, under a new key and returns the key. The picture is encoded again:
 * metadata (the place where it was taken) and everything else in the file is left out.
 */
export async function keepProfileImage(storage: Storage, request: Request): Promise<string> {
  const uploaded = await received(storage, request);
  const head = uploaded.subarray(0, 16).toString("latin1");
  if (!isRaster(head)) throw fieldError({ file: [NOT_A_PICTURE] });
  const image = sharp(uploaded, { limitInputPixels: MAX_PIXELS, failOn: "error" }).rotate();
  const small = await image
    .resize(SIDE_PX, SIDE_PX, { fit: "cover" })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null);
  if (!small) throw fieldError({ file: [NOT_A_PICTURE] });
  const key = `profiles/${randomUUID()}.webp`;
  await storage.write(key, small);
  return key;
}

async function received(storage: Storage, request: Request): Promise<Buffer> {
  const form = await readForm(request, storage, LIMITS.image_bytes).catch((error: unknown) => {
    const missing = error instanceof MultipartFault;
    throw missing ? fieldError({ file: ["Choose a picture. Nothing was changed."] }) : error;
  });
  const { file } = form;
  try {
    if (!file || file.incoming.bytes === 0) throw fieldError({ file: ["Choose a picture. Nothing was changed."] });
    if (file.too_large) {
      throw fieldError({
        file: [`This picture is larger than ${LIMITS.image_bytes / 1024 / 1024} MB. Choose a smaller one.`],
      });
    }
    return await buffer(file.incoming.read());
  } finally {
    await file?.incoming.discard();
  }
}
