import { createHmac, timingSafeEqual } from "node:crypto";
import type { AddressOptions, GrantedAddress, SignedUpload, UploadOptions } from "./storage.ts";

const DAY_MS = 24 * 3600 * 1000;

/**
 * Addresses of files on this server, `/api/files/{key}/`, that are signed by HMAC-SHA256 and valid until they expire:
 * one to read a file, one to store it. They are the same for every kind of storage.
 */
export class AddressSigner {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  signedPath(key: string, { download_name, user_id, lifetime_s }: AddressOptions = {}): string {
    // By default rounded to whole days: the same file keeps one address for a day, and browsers can cache it.
    const days_ms = (Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS;
    const expires = lifetime_s === undefined ? days_ms : Date.now() + lifetime_s * 1000;
    const query = new URLSearchParams({ expires: String(expires) });
    if (download_name) query.set("name", download_name);
    if (user_id !== undefined) query.set("user", String(user_id));
    query.set("signature", this.#signature(readClaims(key, query)));
    return `/api/files/${key}?${query}`;
  }

  verify(key: string, query: URLSearchParams): GrantedAddress | null {
    if (!this.#isValid(query, readClaims(key, query))) return null;
    const user = query.get("user");
    return { download_name: query.get("name"), user_id: user === null ? null : Number(user) };
  }

  signedUpload(key: string, { max_bytes, content_type, lifetime_s }: UploadOptions): SignedUpload {
    const expires = Date.now() + lifetime_s * 1000;
    const query = new URLSearchParams({ expires: String(expires), max: String(max_bytes), type: content_type });
    query.set("signature", this.#signature(uploadClaims(key, query)));
    return { method: "PUT", url: `/api/files/${key}/?${query}`, headers: { "Content-Type": content_type } };
  }

  verifyUpload(key: string, query: URLSearchParams): { max_bytes: number; content_type: string } | null {
    if (!this.#isValid(query, uploadClaims(key, query))) return null;
    return { max_bytes: Number(query.get("max")), content_type: query.get("type")! };
  }

  #isValid(query: URLSearchParams, claims: unknown[]): boolean {
    const given = Buffer.from(query.get("signature") ?? "");
    const expected = Buffer.from(this.#signature(claims));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    return Number(query.get("expires")) > Date.now();
  }

  #signature(claims: unknown[]): string {
    return createHmac("sha256", this.#key).update(JSON.stringify(claims)).digest("base64url");
  }
}

const readClaims = (key: string, query: URLSearchParams) => [
  key,
  ...["expires", "name", "user"].map((name) => query.get(name)),
];
/** The method stands first, so that no address to read is one to write, or the reverse. */
const uploadClaims = (key: string, query: URLSearchParams) => [
  "PUT",
  key,
  ...["expires", "max", "type"].map((name) => query.get(name)),
];
