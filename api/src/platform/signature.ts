import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** HMAC-SHA256 of the purpose under the secret, base64url: a separate key for each purpose. */
export function deriveKey(secret: string, purpose: string): string {
  return createHmac("sha256", secret).update(`leebow ${purpose}`).digest("base64url");
}

/** HMAC-SHA256 of a text, base64url. */
export const signatureOf = (key: string, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url");

/** A text under the key of a purpose: equal texts are found by it, and it does not reveal them. */
export const keyedHash = (secret: string, purpose: string, text: string): string =>
  signatureOf(deriveKey(secret, purpose), text);

/** Compares secrets in a time that depends neither on where they differ nor on their lengths. */
export function isEqualSecret(given: string, expected: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

/** What a signed address names in its query. */
interface SignedQuery {
  /** UTC, ms. */
  expires?: string | null | undefined;
  signature?: string | null | undefined;
}

/** The signature of what an address grants, which includes the time until which it is valid. */
export const signatureOfClaims = (key: string, claims: readonly unknown[]) => signatureOf(key, JSON.stringify(claims));

/** Whether an address is signed for these claims, and has not expired. */
export function isValidAddress(key: string, claims: readonly unknown[], { expires, signature }: SignedQuery): boolean {
  return isEqualSecret(signature ?? "", signatureOfClaims(key, claims)) && Number(expires) > Date.now();
}

/** Secret and purpose of a token, and the stored password hash of its account. */
interface TokenOf {
  secret: string;
  purpose: string;
  password_hash: string;
}

/** `payload.signature`, which a new password of the account voids. The payload has no dot. */
export const accountToken = (of: TokenOf, payload: string): string => `${payload}.${tokenSignature(of, payload)}`;

/** Whether the token was made for this account with its present password. */
export function isAccountToken(of: TokenOf, token: string): boolean {
  const [payload = "", signature = ""] = token.split(".");
  return isEqualSecret(signature, tokenSignature(of, payload));
}

const tokenSignature = ({ secret, purpose, password_hash }: TokenOf, payload: string) =>
  keyedHash(secret, purpose, `${payload}\n${password_hash}`);
