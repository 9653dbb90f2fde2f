import { randomBytes } from "node:crypto";
import type { AppContext } from "../context.ts";
import { accountToken, isAccountToken } from "../signature.ts";
import { findPasswordHash, findUserByEmail } from "./users.ts";

type Context = Pick<AppContext, "db" | "config">;

const ID_BYTES = 16;
const PURPOSE = "device";

/**
 * Token by which a device is known that has logged in to an account: `id.signature`. It opens nothing; its logins are
 * counted by themselves. It is bound to the stored password hash, so that it ends with a change of the password.
 */
export function newDeviceToken({ config }: Pick<Context, "config">, password_hash: string): string {
  const id = randomBytes(ID_BYTES).toString("base64url");
  return accountToken({ secret: config.secret, purpose: PURPOSE, password_hash }, id);
}

/** The one of these tokens that is of the account with this e-mail, and the id in it; null when there is none. */
export async function findKnownDevice(
  { db, config }: Context,
  email: string,
  tokens: readonly string[],
): Promise<{ token: string; id: string } | null> {
  if (tokens.length === 0) return null;
  const user = await findUserByEmail(db, email);
  const password_hash = user && (await findPasswordHash(db, user.id));
  if (!password_hash) return null;
  const of_account = { secret: config.secret, purpose: PURPOSE, password_hash };
  const token = tokens.find((one) => isAccountToken(of_account, one));
  return token === undefined ? null : { token, id: token.split(".")[0]! };
}
