import { createHash } from "node:crypto";
import { Transform } from "node:stream";

/** Passes bytes on unchanged and computes their number and SHA-256. */
export class Sha256Stream extends Transform {
  readonly #hash = createHash("sha256");
  bytes = 0;

  override _transform(chunk: Uint8Array, _: BufferEncoding, done: (error: null, chunk: Uint8Array) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  /** Hexadecimal; once, after the end. */
  digest(): string {
    return this.#hash.digest("hex");
  }
}
