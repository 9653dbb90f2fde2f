/** Photos as they are sent: reduced, and encoded again without anything that the camera wrote beside the picture. */

/** Longest side, pixels. *from* the server, which stores no larger ones. */
export const PHOTO_SIDE_PX = 2048;
/** *guess*: no visible loss on a photo of a boat, at about a tenth of the size. */
const QUALITY = 0.85;
/** Larger than any photo of a phone. *guess*: what a phone can still decode. */
const MAX_FILE_BYTES = 60 * 1024 * 1024;

/** A file that is not taken. The message is a sentence for the user. */
export class PhotoFault extends Error {
  override name = "PhotoFault";
}

/**
 * A JPEG of at most {@link PHOTO_SIDE_PX}. It is drawn upright on a canvas, which has pixels only: the place, the time and
 * the camera, which phones write into a photo, do not leave the device. Throws {@link PhotoFault}.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.size === 0) throw new PhotoFault(`${file.name} is empty. Choose it again.`);
  if (file.size > MAX_FILE_BYTES) {
    throw new PhotoFault(`${file.name} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB. Choose a smaller photo.`);
  }
  const picture = await decoded(file);
  try {
    const scale = Math.min(1, PHOTO_SIDE_PX / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext("2d");
    if (!context) throw new PhotoFault(unreadable(file));
    // JPEG has no transparency.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    if (!small) throw new PhotoFault(unreadable(file));
    return small;
  } finally {
    picture.close();
  }
}

async function decoded(file: File): Promise<ImageBitmap> {
  // A vector picture has no size of its own, and is no photo.
  if (file.type === "image/svg+xml") throw new PhotoFault(unreadable(file));
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new PhotoFault(unreadable(file));
  }
}

const unreadable = ({ name }: File): string =>
  `${name} is not a picture that can be read here. Choose a JPEG, PNG or WebP file.`;
