import type { S3Client } from "./client.ts";

/** An object that is being stored in parts (multipart upload). */
export class LargeObject {
  readonly key: string;
  readonly #client: S3Client;
  readonly #upload_id: string;
  readonly #tags: string[] = [];

  private constructor(client: S3Client, key: string, upload_id: string) {
    this.#client = client;
    this.key = key;
    this.#upload_id = upload_id;
  }

  static async begin(client: S3Client, key: string): Promise<LargeObject> {
    return new LargeObject(client, key, await client.beginParts(key));
  }

  async add(part: Buffer): Promise<void> {
    this.#tags.push(await this.#client.putPart(this.key, this.#upload_id, this.#tags.length + 1, part));
  }

  /** Resolves when the object exists. */
  complete(): Promise<void> {
    return this.#client.completeParts(this.key, this.#upload_id, this.#tags);
  }

  /** Deletes the parts. */
  abort(): Promise<void> {
    return this.#client.abortParts(this.key, this.#upload_id);
  }
}
