import type { z } from "zod";
import type { AppContext } from "../../platform/context.ts";
import { detailError, fieldError } from "../../platform/http/errors.ts";
import { check, fieldErrorsOf } from "../../platform/http/input.ts";
import { MultipartFault, readForm, type UploadedForm } from "../../platform/http/multipart.ts";
import { keepPicture, type PictureKind } from "../../platform/http/picture.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { CreateTeam, UpdateTeam } from "./schema.ts";

const LOGO: PictureKind = { folder: "logos", side_px: LIMITS.logo_px, fit: "inside" };

/** The columns a form sets; `logo_key` is of a file that is stored already. */
export interface ReceivedTeam {
  name?: string;
  logo_key?: string;
}

/** Reads the form of a team and stores its logo. Throws field errors, with nothing stored. */
export async function receiveTeam(
  context: AppContext,
  request: Request,
  schema: typeof CreateTeam | typeof UpdateTeam,
): Promise<ReceivedTeam> {
  const form = await readForm(request, context.storage, LIMITS.image_bytes, "logo").catch((error: unknown) => {
    throw error instanceof MultipartFault
      ? detailError("bad_request", "Send the team as a form (multipart/form-data).")
      : error;
  });
  try {
    const { name } = validate(form, schema);
    const logo_key = form.file && (await keepPicture(context, form.file, "logo", LOGO));
    return { ...(name !== undefined && { name }), ...(logo_key && { logo_key }) };
  } finally {
    await form.file?.incoming.discard();
  }
}

function validate({ fields, file_count }: UploadedForm, schema: z.ZodObject): { name?: string } {
  if (file_count > 1) throw fieldError({ logo: ["Choose one logo. Nothing was changed."] });
  const named = check(schema.omit({ logo: true }), { ...fields });
  if (!named.success) throw fieldError(fieldErrorsOf(named.error));
  return named.data as { name?: string };
}

/** Logos of teams (platform/files/folders.ts). A logo belongs to its team: it outlives the account of the team's creator. */
export const TEAM_FILES = { folder: "logos", table: "teams", column: "logo_key", user_column: null } as const;
