import type { S3Client } from "./s3-client.ts";

/** An object that is stored in parts (multipart upload), begun with the first of them. */
export class PartsOfObject {
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
