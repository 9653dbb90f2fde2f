import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AddressedStorage } from "./addressed-storage.ts";
import { MissingFile } from "./missing-file.ts";
import { Sha256Stream } from "./sha256.ts";
import type { Incoming, SignedUpload, Storage, StoredFile, StoredPage, UploadOptions } from "./storage.ts";

/** Folder of the files that no database row refers to. */
const UNCLAIMED = "unclaimed";
const CHUNK_BYTES = 65_536;
/** Files of a page. */
const PAGE_FILES = 1000;

/** File storage in one folder of the local disk. */
export class LocalDisk extends AddressedStorage implements Storage {
  readonly #root: string;
  readonly #incoming: string;

  constructor(root: string, signing_key: string) {
    super(signing_key);
    this.#root = resolve(root);
    this.#incoming = join(this.#root, "incoming");
  }

  async receive(source: Readable): Promise<Incoming> {
    await mkdir(this.#incoming, { recursive: true });
    const temporary = join(this.#incoming, randomUUID());
    const discard = () => rm(temporary, { force: true });
    // `flush` fsyncs before the file is closed.
    const target = createWriteStream(temporary, { flags: "wx", flush: true });
    try {
      const hash = new Sha256Stream();
      await pipeline(source, hash, target);
      const read = () => createReadStream(temporary);
      const keep = (key: string) => this.#moveInto(temporary, key);
      const keepOnce = (key: string) => this.#moveOnce(temporary, key);
      return { bytes: hash.bytes, sha256: hash.digest(), read, discard, keep, keepOnce };
    } catch (error) {
      // The pipeline may fail while the file is still being created: deleted before that, it would stay.
      if (!target.closed) await new Promise<void>((closed) => target.once("close", () => closed()));
      await discard();
      throw error;
    }
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    const incoming = await this.receive(Readable.from([bytes], { objectMode: false }));
    await incoming.keep(key);
  }

  async read(key: string): Promise<Buffer> {
    return readFile(this.#path(key)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? new MissingFile(key) : error;
    });
  }

  async open(key: string): Promise<StoredFile | null> {
    const path = this.#path(key);
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) return null;
    return { bytes: found.size, stream: () => createReadStream(path), chunks: () => chunksOf(path) };
  }

  async stat(key: string): Promise<{ bytes: number } | null> {
    const found = await stat(this.#path(key)).catch(() => null);
    return found?.isFile() ? { bytes: found.size } : null;
  }

  async remove(key: string): Promise<void> {
    // A job that is still writing into the folder must find it missing, else it is never empty. A kill leaves it to the sweep.
    const removed = join(this.#incoming, randomUUID());
    await mkdir(this.#incoming, { recursive: true });
    await rename(this.#path(key), removed).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    });
    await rm(removed, { recursive: true, force: true });
  }

  async moveToUnclaimed(key: string): Promise<string> {
    const path = this.#path(`${UNCLAIMED}/${key}`);
    // A file set aside before under the same key stays.
    const isTaken = (await stat(path).catch(() => null)) !== null;
    const target = isTaken ? `${UNCLAIMED}/${randomUUID()}-${key.replaceAll("/", "-")}` : `${UNCLAIMED}/${key}`;
    await this.#moveInto(this.#path(key), target);
    return target;
  }

  /** A folder is read once for all of its pages, which takes 0.1 s for 100,000 files. */
  async *pages(folder: string, after: string | null = null): AsyncGenerator<StoredPage> {
    const parts = after === null ? [] : after.slice(folder.length + 1).split("/");
    let keys: string[] = [];
    for await (const key of this.#keysIn(folder, parts)) {
      if (keys.push(key) < PAGE_FILES) continue;
      yield this.#pageOf(keys, key);
      keys = [];
    }
    yield this.#pageOf(keys, null);
  }

  async #pageOf(keys: readonly string[], next: string | null): Promise<StoredPage> {
    const found = await Promise.all(keys.map((key) => stat(this.#path(key)).catch(() => null)));
    const files = keys.map((key, i) => ({ key, modified_ms: found[i]?.mtimeMs })).filter(isStored);
    return { files, next };
  }

  /** Keys below a folder in the order of their parts, of those behind the key of these parts. */
  async *#keysIn(folder: string, after: readonly string[]): AsyncGenerator<string> {
    const entries = await readdir(this.#path(folder), { withFileTypes: true }).catch(() => []);
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const [first, ...rest] = after;
      if (first !== undefined && entry.name < first) continue;
      const key = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.#keysIn(key, entry.name === first ? rest : []);
      else if (entry.name !== first) yield key;
    }
  }

  async directAddress(): Promise<null> {
    return null;
  }

  async signedUpload(key: string, options: UploadOptions): Promise<SignedUpload> {
    return this.addresses.signedUpload(key, options);
  }

  async sweepIncoming(age_ms: number): Promise<void> {
    for (const key of await this.listOlderThan("incoming", age_ms)) await this.remove(key);
  }

  /** An empty file reserves the key: not every file system can link or rename without replacing. */
  async #moveOnce(temporary: string, key: string): Promise<boolean> {
    const path = this.#path(key);
    await mkdir(dirname(path), { recursive: true });
    const reserved = await open(path, "wx").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return null;
      throw error;
    });
    if (!reserved) return false;
    await reserved.close();
    await this.#moveInto(temporary, key).catch(async (error: unknown) => {
      await this.remove(key);
      throw error;
    });
    return true;
  }

  async #moveInto(temporary: string, key: string): Promise<void> {
    const path = this.#path(key);
    const made = await mkdir(dirname(path), { recursive: true });
    await rename(temporary, path);
    await syncFolder(dirname(path));
    // The entry of a new folder is in its parent.
    if (made) await syncFolder(dirname(made));
  }

  #path(key: string): string {
    const path = resolve(this.#root, key);
    if (path !== this.#root && !path.startsWith(this.#root + sep))
      throw new Error(`key ${key} lies outside of the storage`);
    return path;
  }
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const memory = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const handle = await open(path, "r");
  try {
    for (let bytes = await readInto(handle, memory); bytes > 0; bytes = await readInto(handle, memory))
      yield memory.subarray(0, bytes);
  } finally {
    await handle.close();
  }
}

const readInto = async (handle: FileHandle, memory: Buffer) => (await handle.read(memory, 0, memory.length)).bytesRead;

/** False for a file that was deleted since its folder was read. */
const isStored = (file: { key: string; modified_ms: number | undefined }): file is StoredPage["files"][number] =>
  file.modified_ms !== undefined;

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; NTFS journals the rename itself.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
