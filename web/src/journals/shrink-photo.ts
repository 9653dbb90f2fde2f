/** Photos as they are sent. */
import { bytes } from "../format/numbers";
import { type Reduction, reducePicture } from "../pictures/reduce-picture";

/**
 * Side: *from* the server, which stores no larger ones. Quality: *guess*, no visible loss on a photo of a boat, at about a
 * tenth of the size.
 */
const SENT: Reduction = { side_px: 2048, type: "image/jpeg", quality: 0.85 };
/** Larger than any photo of a phone. *guess*: what a phone can still decode. */
const MAX_FILE_BYTES = 60 * 1024 * 1024;

/** A file that is not taken. The message is a sentence for the user. */
export class PhotoFault extends Error {
  override name = "PhotoFault";
}

/** The photo as a JPEG of at most the side that is stored. Throws {@link PhotoFault}. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  const { name, size, type } = file;
  if (size === 0) throw new PhotoFault(`${name} is empty. Choose it again.`);
  if (size > MAX_FILE_BYTES) {
    throw new PhotoFault(`${name} is larger than ${bytes(MAX_FILE_BYTES)}. Choose a smaller photo.`);
  }
  // A vector picture has no size of its own, and is no photo.
  const photo = type === "image/svg+xml" ? null : await reducePicture(file, SENT);
  if (photo) return photo;
  throw new PhotoFault(`${name} is not a picture that can be read here. Choose a JPEG, PNG or WebP file.`);
}
