import { createHmac, timingSafeEqual } from "node:crypto";
import { type Config, deriveKey } from "../config.ts";
import { detailError } from "../http/errors.ts";
import { LIMITS } from "../limits.ts";

/** Address of a user's export. A browser saves it as it arrives, which it cannot with a header of a session. */
export function exportAddress(config: Config, user_id: number): string {
  const expires = Date.now() + LIMITS.download_address_s * 1000;
  const query = new URLSearchParams({ user: String(user_id), expires: String(expires) });
  query.set("signature", signature(config, String(user_id), String(expires)));
  return `/api/users/export/?${query}`;
}

interface Given {
  user?: string | undefined;
  expires?: string | undefined;
  signature?: string | undefined;
}

/** The user whose export an address names. Throws 403 unless it is signed and valid. */
export function userOfAddress(config: Config, { user = "", expires = "", signature: given = "" }: Given): number {
  const [a, b] = [Buffer.from(given), Buffer.from(signature(config, user, expires))];
  if (a.length !== b.length || !timingSafeEqual(a, b) || Number(expires) <= Date.now()) {
    throw detailError(403, "This address has expired or is not complete. Ask for a new export.");
  }
  return Number(user);
}

function signature({ secret }: Config, user: string, expires: string): string {
  return createHmac("sha256", deriveKey(secret, "export"))
    .update(JSON.stringify([user, expires]))
    .digest("base64url");
}
