import { findUser } from "../../platform/auth/users.ts";
import type { Config } from "../../platform/config.ts";
import type { AppContext } from "../../platform/context.ts";
import { detailError } from "../../platform/http/errors.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { deriveKey, isValidAddress, signatureOfClaims } from "../../platform/signature.ts";

/** Address of a user's export. A browser saves it as it arrives, which it cannot with a header of a session. */
export function exportAddress(config: Config, user: Viewer): string {
  const expires = String(Date.now() + LIMITS.download_address_s * 1000);
  const signature = signatureOfClaims(keyOf(config), claimsOf(user, expires));
  const query = new URLSearchParams({ user: String(user.id), expires, signature });
  return `/api/users/export/?${query}`;
}

interface Given {
  user?: string | undefined;
  expires?: string | undefined;
  signature?: string | undefined;
}

/** The user whose export an address names. Throws 403 unless it is signed and valid. */
export async function userOfAddress(
  { config, db }: Pick<AppContext, "config" | "db">,
  { user = "", expires = "", signature }: Given,
): Promise<Viewer> {
  const found = /^[1-9]\d{0,8}$/.test(user) ? await findUser(db, Number(user)) : undefined;
  if (!found || !isValidAddress(keyOf(config), claimsOf(found, expires), { expires, signature })) {
    throw detailError("address_expired", "This address has expired or is not complete. Ask for a new export.");
  }
  return found;
}

const keyOf = ({ secret }: Config) => deriveKey(secret, "export");

/** Of the account, not of its id: in a restored database another account may have it. */
const claimsOf = ({ id, created_at }: Viewer, expires: string) => [id, created_at.getTime(), expires];
