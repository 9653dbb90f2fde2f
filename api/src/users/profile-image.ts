import type { AppContext } from "../app-context.ts";
import { keepPicture, NO_PICTURE, type PictureKind } from "../files/picture.ts";
import { fieldError } from "../http/errors.ts";
import { MultipartFault, readForm } from "../http/multipart.ts";
import { LIMITS } from "../limits.ts";

const PORTRAIT: PictureKind = { folder: "profiles", side_px: 256, fit: "cover" };

/** Stores an uploaded portrait, square and small, and returns its key. */
export async function keepProfileImage(context: AppContext, request: Request): Promise<string> {
  const form = await readForm(request, context.storage, LIMITS.image_bytes).catch((error: unknown) => {
    throw error instanceof MultipartFault ? fieldError({ file: [NO_PICTURE] }) : error;
  });
  return keepPicture(context, form.file, "file", PORTRAIT);
}
