import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { AppContext } from "../app-context.ts";
import { deriveKey } from "../config.ts";
import { findPasswordHash, findUserByEmail } from "../users/queries.ts";

type Context = Pick<AppContext, "db" | "config">;

const ID_BYTES = 16;

/**
 * Token by which a device is known that has logged in to an account: `id.signature`. It opens nothing; its logins are
 * counted by themselves. It is bound to the stored password hash, so that it ends with a change of the password.
 */
export function newDeviceToken({ config }: Pick<Context, "config">, password_hash: string): string {
  const id = randomBytes(ID_BYTES).toString("base64url");
  return `${id}.${signature(config.secret, id, password_hash)}`;
}

/** The one of these tokens that is of the account with this e-mail, and the id in it; null when there is none. */
export async function findKnownDevice(
  { db, config }: Context,
  email: string,
  tokens: readonly string[],
): Promise<{ token: string; id: string } | null> {
  if (tokens.length === 0) return null;
  const user = await findUserByEmail(db, email);
  const hash = user && (await findPasswordHash(db, user.id));
  if (!hash) return null;
  for (const token of tokens) {
    const [id = "", given = ""] = token.split(".");
    const [a, b] = [Buffer.from(given), Buffer.from(signature(config.secret, id, hash))];
    if (a.length === b.length && timingSafeEqual(a, b)) return { token, id };
  }
  return null;
}

function signature(secret: string, id: string, password_hash: string): string {
  return createHmac("sha256", deriveKey(secret, "device")).update(`${id}\n${password_hash}`).digest("base64url");
}
