import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { fieldError } from "../http/errors.ts";
import type { UploadedForm } from "../http/multipart.ts";
import { LIMITS } from "../limits.ts";
import type { Storage } from "../storage/storage.ts";

/** How a kind of pictures is stored. */
export interface PictureKind {
  /** First part of the keys. */
  folder: string;
  /** Longest side in pixels. */
  side_px: number;
  /** `cover` fills a square and cuts the rest off; `inside` keeps the proportions. */
  fit: "cover" | "inside";
}

/** More pixels than any camera of a phone has; a small file can claim far more. */
const MAX_PIXELS = 50_000_000;

/** By the first bytes, JPEG, PNG or WebP. Vector formats (SVG) can refer to files and addresses. */
const isRaster = (head: string) =>
  head.startsWith("\xff\xd8\xff") ||
  head.startsWith("\x89PNG\r\n\x1a\n") ||
  (head.startsWith("RIFF") && head.startsWith("WEBP", 8));
const NOT_A_PICTURE = "This is not a picture Leebow can read. Choose a JPEG, PNG or WebP file.";
export const NO_PICTURE = "Choose a picture. Nothing was changed.";

/**
 * Stores an uploaded picture under a new key and returns the key; `field` is the form's name of it. The picture is
 * encoded again: metadata (the place where it was taken) and everything else in the file is left out.
 */
export async function keepPicture(
  storage: Storage,
  file: UploadedForm["file"],
  field: string,
  { folder, side_px, fit }: PictureKind,
): Promise<string> {
  const uploaded = await received(file, field);
  const head = uploaded.subarray(0, 16).toString("latin1");
  if (!isRaster(head)) throw fieldError({ [field]: [NOT_A_PICTURE] });
  const image = sharp(uploaded, { limitInputPixels: MAX_PIXELS, failOn: "error" }).rotate();
  const small = await image
    .resize(side_px, side_px, { fit, withoutEnlargement: fit === "inside" })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null);
  if (!small) throw fieldError({ [field]: [NOT_A_PICTURE] });
  const key = `${folder}/${randomUUID()}.webp`;
  await storage.write(key, small);
  return key;
}

async function received(file: UploadedForm["file"], field: string): Promise<Buffer> {
  try {
    if (!file || file.incoming.bytes === 0) throw fieldError({ [field]: [NO_PICTURE] });
    if (file.too_large) {
      const limit = `${LIMITS.image_bytes / 1024 / 1024} MB`;
      throw fieldError({ [field]: [`This picture is larger than ${limit}. Choose a smaller one.`] });
    }
    return await buffer(file.incoming.read());
  } finally {
    await file?.incoming.discard();
  }
}
