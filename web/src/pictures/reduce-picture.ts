/** Pictures before they are uploaded. */

/** Endings of the files that the server takes. */
export const PICTURE_ENDINGS = [".jpg", ".jpeg", ".png", ".webp"] as const;
export const NOT_A_PICTURE = "This is not a picture Leebow can read. Choose a JPEG, PNG or WebP file.";

/** Of WebP; at 0.9 a face of 512 px has about 60 kB. */
const QUALITY = 0.9;

/**
 * The picture with its longest side at most `side_px`, upright, encoded again: without metadata, such as the place where
 * it was taken. Null when the browser cannot decode it.
 */
export async function reducePicture(file: Blob, side_px: number): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!picture) return null;
  const scale = Math.min(1, side_px / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (context) context.imageSmoothingQuality = "high";
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // A browser that cannot write WebP writes PNG.
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", QUALITY));
}
