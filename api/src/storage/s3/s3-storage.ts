import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { AddressSigner } from "../address-signer.ts";
import type {
  AddressOptions,
  DirectOptions,
  GrantedAddress,
  Incoming,
  SignedUpload,
  Storage,
  StoredFile,
  UploadOptions,
} from "../storage.ts";
import { S3Client } from "./client.ts";
import type { S3Config } from "./config.ts";
import { S3Error } from "./error.ts";
import { LargeObject } from "./large-object.ts";

/** Larger files are stored in parts of this size, of which one is in memory at a time. The smallest that S3 takes. */
const PART_BYTES = 5 * 1024 * 1024;
/** Folder of the files that no database row refers to. */
const UNCLAIMED = "unclaimed";

/** File storage in a bucket of an S3-compatible object storage. Objects are durable when a request to store one is answered. */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #addresses: AddressSigner;
  readonly #is_direct: boolean;

  constructor(config: S3Config, signing_key: string) {
    this.#client = new S3Client(config);
    this.#addresses = new AddressSigner(signing_key);
    this.#is_direct = config.public_endpoint !== null;
  }

  async receive(source: Readable): Promise<Incoming> {
    const hash = createHash("sha256");
    let bytes = 0;
    let part: Buffer[] = [];
    let part_bytes = 0;
    let large: LargeObject | null = null;
    try {
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        hash.update(chunk);
        bytes += chunk.length;
        part.push(Buffer.from(chunk));
        part_bytes += chunk.length;
        if (part_bytes < PART_BYTES) continue;
        large ??= await LargeObject.begin(this.#client, `incoming/${randomUUID()}`);
        await large.add(Buffer.concat(part));
        part = [];
        part_bytes = 0;
      }
      const rest = Buffer.concat(part);
      const received = { bytes, sha256: hash.digest("hex") };
      if (!large) return { ...received, ...this.#inMemory(rest) };
      if (rest.length > 0) await large.add(rest);
      await large.complete();
      return { ...received, ...this.#temporary(large.key) };
    } catch (error) {
      // What cannot be deleted now is deleted by the sweep.
      await large?.abort().catch(() => undefined);
      throw error;
    }
  }

  /** A small file reaches the storage when it is kept. */
  #inMemory(bytes: Buffer): Pick<Incoming, "read" | "keep" | "discard"> {
    return {
      read: () => Readable.from([bytes], { objectMode: false }),
      keep: (key) => this.write(key, bytes),
      discard: async () => undefined,
    };
  }

  #temporary(temporary: string): Pick<Incoming, "read" | "keep" | "discard"> {
    return {
      read: () => this.#stream(temporary),
      keep: (key) => this.#move(temporary, checked(key)),
      discard: () => this.#client.delete(temporary),
    };
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    await this.#client.put(checked(key), bytes);
  }

  async read(key: string): Promise<Buffer> {
    return buffer(await this.#client.get(checked(key)));
  }

  async open(key: string): Promise<StoredFile | null> {
    const found = await this.stat(key);
    return found && { bytes: found.bytes, stream: () => this.#stream(key) };
  }

  async stat(key: string): Promise<{ bytes: number } | null> {
    const bytes = await this.#client.head(checked(key));
    return bytes === null ? null : { bytes };
  }

  async remove(key: string): Promise<void> {
    let isFolder = false;
    for await (const page of this.#client.list(`${checked(key)}/`)) {
      isFolder ||= page.length > 0;
      for (const file of page) await this.#client.delete(file.key);
    }
    if (!isFolder) await this.#client.delete(key);
  }

  async setAside(key: string): Promise<string> {
    const same = `${UNCLAIMED}/${checked(key)}`;
    // A file set aside before under the same key stays.
    const isTaken = (await this.stat(same)) !== null;
    const target = isTaken ? `${UNCLAIMED}/${randomUUID()}-${key.replaceAll("/", "-")}` : same;
    await this.#move(key, target);
    return target;
  }

  async listOlderThan(folder: string, age_ms: number): Promise<string[]> {
    const before = Date.now() - age_ms;
    const old: string[] = [];
    for await (const page of this.#client.list(`${checked(folder)}/`, true)) {
      for (const { key, modified_ms } of page) if (modified_ms <= before) old.push(key);
    }
    return old;
  }

  signedPath(key: string, options?: AddressOptions): string {
    return this.#addresses.signedPath(key, options);
  }

  verify(key: string, query: URLSearchParams): GrantedAddress | null {
    return this.#addresses.verify(key, query);
  }

  directAddress(key: string, { download_name, content_type, lifetime_s }: DirectOptions): string | null {
    if (!this.#is_direct) return null;
    const answer = {
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(download_name)}`,
      "content-type": content_type,
      "cache-control": "private, no-store",
    };
    return this.#client.presignedGet(checked(key), answer, lifetime_s);
  }

  async signedUpload(key: string, options: UploadOptions): Promise<SignedUpload> {
    if (!this.#is_direct) return this.#addresses.signedUpload(checked(key), options);
    const { content_type, max_bytes, lifetime_s } = options;
    const { url, fields } = this.#client.presignedForm(checked(key), content_type, max_bytes, lifetime_s);
    return { method: "POST", url, headers: {}, fields };
  }

  verifyUpload(key: string, query: URLSearchParams): ReturnType<Storage["verifyUpload"]> {
    return this.#addresses.verifyUpload(key, query);
  }

  async sweepIncoming(age_ms: number): Promise<void> {
    for (const key of await this.listOlderThan("incoming", age_ms)) await this.#client.delete(key);
    for (const { key, upload_id, modified_ms } of await this.#openParts()) {
      if (Date.now() - modified_ms >= age_ms) await this.#client.abortParts(key, upload_id);
    }
  }

  /** Not every storage lists them; the operator sets a rule of the bucket there (docs/operations.md). */
  #openParts(): ReturnType<S3Client["openParts"]> {
    return this.#client.openParts("incoming/").catch((error: unknown) => {
      if (error instanceof S3Error && [400, 404, 405, 501].includes(error.status)) return [];
      throw error;
    });
  }

  #stream(key: string): Readable {
    const client = this.#client;
    async function* chunks() {
      yield* await client.get(checked(key));
    }
    return Readable.from(chunks(), { objectMode: false });
  }

  async #move(from: string, to: string): Promise<void> {
    await this.#client.copy(from, to);
    await this.#client.delete(from);
  }
}

/** The key; throws for one that would name something else after its address is normalised. */
function checked(key: string): string {
  if (key.split("/").every((part) => part !== "" && part !== "." && part !== "..")) return key;
  throw new Error(`key ${key} lies outside of the storage`);
}
