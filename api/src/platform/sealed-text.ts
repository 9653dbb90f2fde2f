import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { hideInLog, secretsOfText } from "./log.ts";
import { deriveKey } from "./signature.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A text encrypted with AES-256-GCM under a key derived from the secret and the purpose: base64url of nonce, tag and
 * ciphertext. Whoever reads the database without the secret learns nothing but its length. `bound_to` is authenticated
 * with it: the text opens only with the same one, so that a row's text is of no use in another row.
 */
export function seal(secret: string, purpose: string, text: string, bound_to = ""): string {
  hideInLog([text, ...secretsOfText(text)]);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret, purpose), iv).setAAD(Buffer.from(bound_to));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** The sealed text, which no log line of this call or job will have; null when it was made under another secret, for another purpose or row, or was altered. */
export function unseal(secret: string, purpose: string, sealed: string, bound_to = ""): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret, purpose), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(bound_to)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    hideInLog([text, ...secretsOfText(text)]);
    return text;
  } catch {
    return null;
  }
}

const keyOf = (secret: string, purpose: string) => Buffer.from(deriveKey(secret, `sealed ${purpose}`), "base64url");
