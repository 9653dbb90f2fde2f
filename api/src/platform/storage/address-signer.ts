import { LRUCache } from "lru-cache";
import { isValidAddress, signatureOfClaims } from "../signature.ts";
import type { AddressOptions, GrantedAddress, SignedUpload, UploadOptions } from "./storage.ts";

const DAY_MS = 24 * 3600 * 1000;
/** Addresses of a day that are remembered, some 300 bytes each: those of 40 pictures of 500 users. *guess* */
const MAX_REMEMBERED = 20_000;

/**
 * Addresses of files on this server, `/api/files/{key}/`, that are signed by HMAC-SHA256 and valid until they expire:
 * one to read a file, one to store it. They are the same for every kind of storage.
 */
export class AddressSigner {
  readonly #key: string;
  /** Addresses that are the same for a day, by what they grant. */
  readonly #remembered = new LRUCache<string, string>({ max: MAX_REMEMBERED });
  #expires_ms = 0;

  constructor(key: string) {
    this.#key = key;
  }

  signedPath(key: string, { lifetime_s, ...granted }: AddressOptions = {}): string {
    if (lifetime_s !== undefined) return this.#sign(key, Date.now() + lifetime_s * 1000, granted);
    // Rounded to whole days: the same file keeps one address for a day, and browsers can cache it.
    const expires_ms = (Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS;
    if (expires_ms !== this.#expires_ms) this.#remembered.clear();
    this.#expires_ms = expires_ms;
    const name = `${granted.user_id ?? ""} ${key} ${granted.download_name ?? ""}`;
    const known = this.#remembered.get(name);
    if (known) return known;
    const path = this.#sign(key, expires_ms, granted);
    this.#remembered.set(name, path);
    return path;
  }

  #sign(key: string, expires: number, { download_name, user_id }: AddressOptions): string {
    const query = new URLSearchParams({ expires: String(expires) });
    if (download_name) query.set("name", download_name);
    if (user_id !== undefined) query.set("user", String(user_id));
    query.set("signature", signatureOfClaims(this.#key, readClaims(key, query)));
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
    query.set("signature", signatureOfClaims(this.#key, uploadClaims(key, query)));
    return { method: "PUT", url: `/api/files/${key}/?${query}`, headers: { "Content-Type": content_type } };
  }

  verifyUpload(key: string, query: URLSearchParams): { max_bytes: number; content_type: string } | null {
    if (!this.#isValid(query, uploadClaims(key, query))) return null;
    return { max_bytes: Number(query.get("max")), content_type: query.get("type")! };
  }

  #isValid(query: URLSearchParams, claims: unknown[]): boolean {
    const [expires, signature] = [query.get("expires"), query.get("signature")];
    return isValidAddress(this.#key, claims, { expires, signature });
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
