/** Pictures before they are uploaded. */

/** Endings of the files that the server takes. */
export const PICTURE_ENDINGS = [".jpg", ".jpeg", ".png", ".webp"] as const;
export const NOT_A_PICTURE = "This is not a picture Leebow can read. Choose a JPEG, PNG or WebP file.";

export interface Reduction {
  /** The longest side is at most this. */
  side_px: number;
  /** A browser that cannot write WebP writes PNG. */
  type: "image/webp" | "image/jpeg";
  /** Of the encoder, 0 to 1. */
  quality: number;
}

/**
 * The picture made smaller, upright, and encoded again from its pixels: the place, the time and the camera, which phones
 * write into a photo, do not leave the device. Null when the browser cannot decode or encode it.
 */
export async function reducePicture(file: Blob, { side_px, type, quality }: Reduction): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!picture) return null;
  const scale = Math.min(1, side_px / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = "#fff";
    // JPEG has no transparency.
    if (type === "image/jpeg") context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  picture.close();
  return context && new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}
