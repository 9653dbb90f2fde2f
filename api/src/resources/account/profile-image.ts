import type { AppContext } from "../../platform/context.ts";
import { fieldError } from "../../platform/http/errors.ts";
import { MultipartFault, readForm } from "../../platform/http/multipart.ts";
import { keepPicture, NO_PICTURE, type PictureKind } from "../../platform/http/picture.ts";
import { LIMITS } from "../../platform/limits.ts";

const PORTRAIT: PictureKind = { folder: "profiles", side_px: 256, fit: "cover" };

/** Stores an uploaded portrait, square and small, and returns its key. */
export async function keepProfileImage(context: AppContext, request: Request): Promise<string> {
  const form = await readForm(request, context.storage, LIMITS.image_bytes).catch((error: unknown) => {
    throw error instanceof MultipartFault ? fieldError({ file: [NO_PICTURE] }) : error;
  });
  return keepPicture(context, form.file, "file", PORTRAIT);
}

/** Profile pictures (platform/files/folders.ts). */
export const USER_FILES = { folder: "profiles", table: "users", column: "image", user_column: "id" } as const;
