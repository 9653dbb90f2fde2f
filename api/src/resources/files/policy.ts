import { findUser } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import { foldersOf } from "../../platform/files/folders.ts";
import { resultKinds } from "../../platform/files/results.ts";

/**
 * Whether the user an address was made for, or somebody without an account (null), may still read the file: by its folder's
 * rule, so that the addresses of what was withdrawn or deleted end at once. Other files depend on the signature alone.
 */
export async function canStillRead(context: AppContext, key: string, user_id: number | null): Promise<boolean> {
  const rule = [...foldersOf(context), ...resultKinds(context)].find(({ folder }) => key.startsWith(`${folder}/`));
  if (!rule?.mayRead) return true;
  const viewer = user_id === null ? null : await findUser(context.db, user_id);
  if (viewer === undefined || viewer?.disabled_at) return false;
  return rule.mayRead(context, viewer, key);
}
