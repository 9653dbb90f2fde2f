import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { AddressedStorage } from "./addressed-storage.ts";
import { MissingFile } from "./missing-file.ts";
import { S3Client } from "./s3-client.ts";
import type { S3Config } from "./s3-config.ts";
import { S3Error } from "./s3-error.ts";
import type {
  DirectOptions,
  Incoming,
  SignedUpload,
  Storage,
  StoredFile,
  StoredPage,
  UploadOptions,
} from "./storage.ts";

/** Larger files are stored in parts of this size, of which one is in memory at a time. The smallest that S3 takes. */
const PART_BYTES = 5 * 1024 * 1024;
/** Folder of the files that no database row refers to. */
const UNCLAIMED = "unclaimed";

/** File storage in a bucket of an S3-compatible object storage. Objects are durable when a request to store one is answered. */
export class S3Storage extends AddressedStorage implements Storage {
  readonly #client: S3Client;
  readonly #is_direct: boolean;

  /** A request that is not answered within `deadline_ms` fails. */
  constructor(config: S3Config, signing_key: string, deadline_ms?: number) {
    super(signing_key);
    this.#client = new S3Client(config, deadline_ms);
    this.#is_direct = config.public_endpoint !== null;
  }

  async receive(source: Readable): Promise<Incoming> {
    const hash = createHash("sha256");
    // The one part in memory; only what is written of it takes room.
    const part = Buffer.allocUnsafeSlow(PART_BYTES);
    const large = new PartsOfObject(this.#client, `incoming/${randomUUID()}`);
    let [bytes, filled] = [0, 0];
    try {
      for await (const piece of source as AsyncIterable<Uint8Array | string>) {
        const chunk = typeof piece === "string" ? Buffer.from(piece) : piece;
        hash.update(chunk);
        bytes += chunk.length;
        for (let from = 0; from < chunk.length; ) {
          const some = chunk.subarray(from, from + PART_BYTES - filled);
          part.set(some, filled);
          from += some.length;
          filled += some.length;
          if (filled < PART_BYTES) continue;
          await large.add(part);
          filled = 0;
        }
      }
      const rest = part.subarray(0, filled);
      const received = { bytes, sha256: hash.digest("hex") };
      if (bytes < PART_BYTES) return { ...received, ...this.#inMemory(rest) };
      if (filled > 0) await large.add(rest);
      await large.complete();
      return { ...received, ...this.#temporary(large.key) };
    } catch (error) {
      // What cannot be deleted now is deleted by the sweep.
      await large.abort().catch(() => undefined);
      throw error;
    }
  }

  /** A small file reaches the storage when it is kept. */
  #inMemory(bytes: Buffer): Pick<Incoming, "read" | "keep" | "keepOnce" | "discard"> {
    return {
      read: () => Readable.from([bytes], { objectMode: false }),
      keep: (key) => this.write(key, bytes),
      keepOnce: (key) => this.#client.putNew(checked(key), bytes),
      discard: async () => undefined,
    };
  }

  #temporary(temporary: string): Pick<Incoming, "read" | "keep" | "keepOnce" | "discard"> {
    return {
      read: () => this.#stream(temporary),
      keep: (key) => this.#move(temporary, checked(key)),
      keepOnce: (key) => this.#moveOnce(temporary, checked(key)),
      discard: () => this.#client.delete(temporary),
    };
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    await this.#client.put(checked(key), bytes);
  }

  async read(key: string): Promise<Buffer> {
    const stream = await this.#client.get(checked(key)).catch((error: unknown) => {
      throw error instanceof S3Error && error.status === 404 ? new MissingFile(key) : error;
    });
    return buffer(stream);
  }

  async open(key: string): Promise<StoredFile | null> {
    const found = await this.stat(key);
    return found && { bytes: found.bytes, stream: () => this.#stream(key), chunks: () => this.#stream(key) };
  }

  async stat(key: string): Promise<{ bytes: number } | null> {
    const bytes = await this.#client.head(checked(key));
    return bytes === null ? null : { bytes };
  }

  async remove(key: string): Promise<void> {
    let is_folder = false;
    for await (const { files } of this.pages(key)) {
      for (const file of files) await this.#client.delete(file.key);
      is_folder ||= files.length > 0;
    }
    if (!is_folder) await this.#client.delete(key);
  }

  async moveToUnclaimed(key: string): Promise<string> {
    const same = `${UNCLAIMED}/${checked(key)}`;
    // A file set aside before under the same key stays.
    const isTaken = (await this.stat(same)) !== null;
    const target = isTaken ? `${UNCLAIMED}/${randomUUID()}-${key.replaceAll("/", "-")}` : same;
    await this.#move(key, target);
    return target;
  }

  async *pages(folder: string, after: string | null = null): AsyncGenerator<StoredPage> {
    let next = after;
    do {
      const page = await this.#client.page(`${checked(folder)}/`, next);
      yield page;
      next = page.next;
    } while (next !== null);
  }

  async directAddress(key: string, options: DirectOptions): Promise<string | null> {
    if (!this.#is_direct) return null;
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(options.download_name)}`;
    return this.#client.presignedGet(checked(key), { disposition, type: options.content_type }, options.lifetime_s);
  }

  async signedUpload(key: string, options: UploadOptions): Promise<SignedUpload> {
    if (!this.#is_direct) return this.addresses.signedUpload(checked(key), options);
    const { content_type, max_bytes, lifetime_s } = options;
    const { url, fields } = await this.#client.presignedForm(checked(key), content_type, max_bytes, lifetime_s);
    return { method: "POST", url, headers: {}, fields };
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

  /** An empty object reserves the key: few storages copy to a new key alone. */
  async #moveOnce(from: string, to: string): Promise<boolean> {
    if (!(await this.#client.putNew(to, Buffer.alloc(0)))) return false;
    await this.#move(from, to).catch(async (error: unknown) => {
      await this.#client.delete(to);
      throw error;
    });
    return true;
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

/** An object that is stored in parts (multipart upload), begun with the first of them. */
class PartsOfObject {
  readonly key: string;
  readonly #client: S3Client;
  readonly #tags: string[] = [];
  #upload_id: string | null = null;

  constructor(client: S3Client, key: string) {
    this.#client = client;
    this.key = key;
  }

  /** Resolves when the part is stored; its memory can be used again then. */
  async add(part: Buffer): Promise<void> {
    this.#upload_id ??= await this.#client.beginParts(this.key);
    this.#tags.push(await this.#client.putPart(this.key, this.#upload_id, this.#tags.length + 1, part));
  }

  /** Resolves when the object exists. */
  complete(): Promise<void> {
    return this.#client.completeParts(this.key, this.#upload_id!, this.#tags);
  }

  /** Deletes the parts. */
  async abort(): Promise<void> {
    if (this.#upload_id) await this.#client.abortParts(this.key, this.#upload_id);
  }
}
