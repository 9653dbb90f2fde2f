import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { fieldError } from "../http/errors.ts";
import { MultipartFault, readForm } from "../http/multipart.ts";
import { LIMITS } from "../limits.ts";
import type { Storage } from "../storage/storage.ts";

const SIDE_PX = 256;
/** A picture that unpacks to more than this is a bomb, not a portrait. */
const MAX_PIXELS = 50_000_000;

/**
 * Takes an uploaded portrait and keeps it square and small under a key of its own. It is drawn anew: what a camera
 * wrote beside the picture (where it was taken) and whatever else hides in the file is gone.
 */
export async function keepProfileImage(storage: Storage, request: Request): Promise<string> {
  const uploaded = await received(storage, request);
  const image = sharp(uploaded, { limitInputPixels: MAX_PIXELS, failOn: "error" }).rotate();
  const small = await image
    .resize(SIDE_PX, SIDE_PX, { fit: "cover" })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null);
  if (!small) throw fieldError({ file: ["This is not a picture Leebow can read. Choose a JPEG, PNG or WebP file."] });
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
