import { z } from "zod";
import type { Config } from "../../platform/config.ts";
import { LIMITS } from "../../platform/limits.ts";
import { accountToken, isAccountToken } from "../../platform/signature.ts";

const PURPOSE = "email change";

/** A change of e-mail that the holder of the new address has to confirm. */
const EmailChange = z.object({
  user_id: z.int(),
  from: z.string(),
  to: z.string(),
  // How often the user has confirmed an address before; absent in links of the version before.
  confirmations: z.int().default(0),
  expires_ms: z.number(),
});
export type EmailChange = z.infer<typeof EmailChange>;

/** Address of the link that confirms a change. `password_hash` is the stored one of the user. */
export function emailLink(config: Config, change: Omit<EmailChange, "expires_ms">, password_hash: string): string {
  const expires_ms = Date.now() + LIMITS.email_link_s * 1000;
  const payload = Buffer.from(JSON.stringify({ ...change, expires_ms })).toString("base64url");
  const token = accountToken({ secret: config.secret, purpose: PURPOSE, password_hash }, payload);
  return `${config.public_url}/api/users/confirm-email/?token=${token}`;
}

/** The change that a token names, before its signature is checked; null when it is malformed or has expired. */
export function readEmailToken(token: string): EmailChange | null {
  try {
    const change = EmailChange.parse(JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString("utf8")));
    return change.expires_ms > Date.now() ? change : null;
  } catch {
    return null;
  }
}

/** Whether this server signed the token while the user had the password of this hash: a new password voids all links. */
export const isSignedEmailToken = ({ secret }: Config, token: string, password_hash: string): boolean =>
  isAccountToken({ secret, purpose: PURPOSE, password_hash }, token);
