import { Readable, Transform } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { withoutControls } from "@leebow/core";

/** A file of an archive. */
export interface ArchiveEntry {
  path: string;
  /** Less than 4 GB. */
  content: Uint8Array | Readable;
}

const U16 = 0xffff;
const U32 = 0xffffffff;
/** Sizes and checksum follow the data (bit 3); paths are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
const VERSION_ZIP64 = 45;

interface Written {
  path: Buffer;
  offset: number;
  crc: number;
  packed_bytes: number;
  bytes: number;
}

/**
 * A zip file (PKWARE's APPNOTE 6.3), entry by entry as they come: memory use depends on no size. The archive may be
 * larger than 4 GB (ZIP64). Compression runs off the event loop.
 */
export async function* zipOf(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { path, content } of entries) {
    const entry: Written = { path: Buffer.from(path), offset, crc: 0, packed_bytes: 0, bytes: 0 };
    const head = localHeader(entry);
    yield head;
    yield* deflated(content, entry);
    const tail = descriptor(entry);
    yield tail;
    offset += head.length + entry.packed_bytes + tail.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOf(written.length, offset, directory.length);
}

/** The compressed content; counts and sums it in the entry. */
async function* deflated(content: Uint8Array | Readable, entry: Written): AsyncGenerator<Buffer> {
  const source = content instanceof Readable ? content : Readable.from([Buffer.from(content)], { objectMode: false });
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      entry.crc = crc32(chunk, entry.crc);
      entry.bytes += chunk.length;
      done(null, chunk);
    },
  });
  const packed = createDeflateRaw();
  source.on("error", (error) => packed.destroy(error));
  source.pipe(counted).pipe(packed);
  try {
    for await (const chunk of packed as AsyncIterable<Buffer>) {
      entry.packed_bytes += chunk.length;
      yield chunk;
    }
  } finally {
    source.destroy();
    packed.destroy();
  }
}

/** Fields of a record, each with its width in bytes. */
function record(...fields: [value: number, bytes: 2 | 4 | 8][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

/** 1980-01-01: the entries say themselves when their content was made. */
const [NO_TIME, FIRST_DAY] = [0, 0x21];

function localHeader({ path }: Written): Buffer {
  const start = record([0x04034b50, 4], [VERSION, 2], [FLAGS, 2], [DEFLATE, 2], [NO_TIME, 2], [FIRST_DAY, 2]);
  return Buffer.concat([start, record([0, 4], [0, 4], [0, 4], [path.length, 2], [0, 2]), path]);
}

function descriptor({ crc, packed_bytes, bytes }: Written): Buffer {
  return record([0x08074b50, 4], [crc, 4], [packed_bytes, 4], [bytes, 4]);
}

function directoryEntry({ path, offset, crc, packed_bytes, bytes }: Written): Buffer {
  const is_far = offset >= U32;
  const extra = is_far ? record([1, 2], [8, 2], [offset, 8]) : Buffer.alloc(0);
  const version = is_far ? VERSION_ZIP64 : VERSION;
  return Buffer.concat([
    record([0x02014b50, 4], [version, 2], [version, 2], [FLAGS, 2], [DEFLATE, 2], [NO_TIME, 2], [FIRST_DAY, 2]),
    record(
      [crc, 4],
      [packed_bytes, 4],
      [bytes, 4],
      [path.length, 2],
      [extra.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
    ),
    record([is_far ? U32 : offset, 4]),
    path,
    extra,
  ]);
}

function endOf(entries: number, offset: number, directory_bytes: number): Buffer {
  const [count, size, start] = [Math.min(entries, U16), Math.min(directory_bytes, U32), Math.min(offset, U32)];
  const end = record([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [start, 4], [0, 2]);
  if (entries < U16 && offset < U32 && directory_bytes < U32) return end;
  const at = offset + directory_bytes;
  const end64 = record([0x06064b50, 4], [44, 8], [VERSION_ZIP64, 2], [VERSION_ZIP64, 2], [0, 4], [0, 4], [entries, 8]);
  const rest = record([entries, 8], [directory_bytes, 8], [offset, 8]);
  const locator = record([0x07064b50, 4], [0, 4], [at, 8], [1, 4]);
  return Buffer.concat([end64, rest, locator, end]);
}

/** A value as a JSON file of the archive. */
export const jsonEntry = (path: string, value: unknown): ArchiveEntry => ({
  path,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

/** A name given by a user, as one part of a path on every system. */
export const pathPart = (name: string): string =>
  withoutControls(name.replace(/[/\\:*?"<>|\p{Cc}]/gu, "_"))
    .replace(/^\.+/, "_")
    .slice(-150) || "_";
