import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import type { AppContext } from "../context.ts";
import { LIMITS } from "../limits.ts";
import { inPictureTurn } from "./computing-calls.ts";
import { fieldError } from "./errors.ts";
import type { UploadedForm } from "./multipart.ts";

/** How a kind of pictures is stored. */
export interface PictureKind {
  /** First part of the keys. */
  folder: string;
  /** Longest side in pixels. */
  side_px: number;
  /** `cover` fills a square and cuts the rest off; `inside` keeps the proportions. */
  fit: "cover" | "inside";
}

/** By the first bytes, JPEG, PNG or WebP. Vector formats (SVG) can refer to files and addresses. */
const isRaster = (head: string) =>
  head.startsWith("\xff\xd8\xff") ||
  head.startsWith("\x89PNG\r\n\x1a\n") ||
  (head.startsWith("RIFF") && head.startsWith("WEBP", 8));
/** A picture that takes longer is none, s. *guess*: ten times what the largest takes. */
const MAX_DECODING_S = 20;

const NOT_A_PICTURE = "This is not a picture Leebow can read. Choose a JPEG, PNG or WebP file.";
export const NO_PICTURE = "Choose a picture. Nothing was changed.";

/**
 * Stores an uploaded picture under a new key and returns the key; `field` is the form's name of it. The picture is
 * encoded again: metadata (the place where it was taken) and everything else in the file is left out. One picture of a
 * caller at a time, some of all: passwords are hashed on the same threads, of which this leaves some.
 */
export async function keepPicture(
  context: AppContext,
  file: UploadedForm["file"],
  field: string,
  { folder, side_px, fit }: PictureKind,
): Promise<string> {
  const small = await inPictureTurn(context, async () => {
    const uploaded = await received(file, field);
    const refusal = await refusalOf(uploaded);
    if (refusal) throw fieldError({ [field]: [refusal] });
    return sharp(uploaded, { limitInputPixels: LIMITS.image_pixels, failOn: "error" })
      .timeout({ seconds: MAX_DECODING_S })
      .rotate()
      .resize(side_px, side_px, { fit, withoutEnlargement: fit === "inside" })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => null);
  }).finally(() => file?.incoming.discard());
  if (!small) throw fieldError({ [field]: [NOT_A_PICTURE] });
  const key = `${folder}/${randomUUID()}.webp`;
  await context.storage.write(key, small);
  return key;
}

/** Why a file is not decoded, by its head: a small file can claim any number of pixels. Null for one that is. */
async function refusalOf(uploaded: Buffer): Promise<string | null> {
  if (!isRaster(uploaded.subarray(0, 16).toString("latin1"))) return NOT_A_PICTURE;
  const head = await sharp(uploaded, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!head) return NOT_A_PICTURE;
  const { format, width, height, channels, depth, isProgressive } = head;
  const pixels = width * height;
  // Such a JPEG is decoded at a part of its size.
  const isReduced = format === "jpeg" && !isProgressive;
  const decoded_bytes = isReduced ? 0 : pixels * channels * (depth === "uchar" ? 1 : 2);
  if (pixels <= LIMITS.image_pixels && decoded_bytes <= LIMITS.image_decoded_bytes) return null;
  const most = Math.round(LIMITS.image_pixels / 1e6);
  return `This picture of ${width} × ${height} pixels is too large. Choose a smaller one, or save it as a JPEG of at most ${most} megapixels.`;
}

async function received(file: UploadedForm["file"], field: string): Promise<Buffer> {
  if (!file || file.incoming.bytes === 0) throw fieldError({ [field]: [NO_PICTURE] });
  if (file.too_large) {
    const limit = `${LIMITS.image_bytes / 1024 / 1024} MB`;
    throw fieldError({ [field]: [`This picture is larger than ${limit}. Choose a smaller one.`] });
  }
  return buffer(file.incoming.read());
}
