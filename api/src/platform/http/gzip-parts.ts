import { crc32, deflateRawSync, constants as zlib } from "node:zlib";

/** A gzip file of one member without optional fields: header, one raw deflate stream, CRC-32 and length of its content. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const TRAILER_BYTES = 8;

/** How many bytes a gzip file grows by when this text is put before its content. */
interface GzipHead {
  deflated: Buffer;
  crc: number;
  bytes: number;
}

/** A text as deflate blocks that others can follow: the last one is not final and ends on a whole byte (sync flush). */
export function gzipHead(text: string): GzipHead {
  const plain = Buffer.from(text);
  const deflated = deflateRawSync(plain, { level: 1, finishFlush: zlib.Z_SYNC_FLUSH });
  return { deflated, crc: crc32(plain), bytes: plain.length };
}

/** Length of {@link withHead} for a gzip file of this length. */
export const lengthWithHead = ({ deflated }: GzipHead, gzip_bytes: number) => gzip_bytes + deflated.length;

/**
 * A gzip file whose content is that of the head and then that of the given one, which is neither decompressed nor
 * compressed again: its deflate blocks are copied, and its CRC-32 is combined with the head's.
 */
export async function* withHead(head: GzipHead, gzip: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.concat([HEADER, head.deflated]);
  let skip = HEADER.length;
  // What has been read and may belong to the trailer.
  let held: Uint8Array = Buffer.alloc(0);
  for await (const read of gzip) {
    const chunk = read.subarray(Math.min(skip, read.length));
    skip -= read.length - chunk.length;
    const all = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    const until = Math.max(0, all.length - TRAILER_BYTES);
    if (until > 0) yield all.subarray(0, until);
    held = all.subarray(until);
  }
  yield trailerOf(head, Buffer.from(held));
}

function trailerOf(head: GzipHead, trailer: Buffer): Buffer {
  if (trailer.length !== TRAILER_BYTES) throw new Error("the stored file is not a complete gzip file");
  const [crc, bytes] = [trailer.readUInt32LE(0), trailer.readUInt32LE(4)];
  const joined = Buffer.alloc(TRAILER_BYTES);
  joined.writeUInt32LE(combineCrc32(head.crc, crc, bytes), 0);
  joined.writeUInt32LE((head.bytes + bytes) >>> 0, 4);
  return joined;
}

type Matrix = Uint32Array;

/** The reflected polynomial of CRC-32. */
const POLYNOMIAL = 0xedb88320;

/** CRC-32 of two texts in a row from those of each and the length of the second, in bytes (zlib's crc32_combine). */
export function combineCrc32(first: number, second: number, second_bytes: number): number {
  // The operator that advances a CRC by one zero bit, over GF(2); squared it advances by two, and so on.
  let operator: Matrix = Uint32Array.from({ length: 32 }, (_, bit) => (bit === 0 ? POLYNOMIAL : 2 ** (bit - 1)));
  for (let squared = 0; squared < 3; squared++) operator = square(operator);
  let crc = first;
  for (let left = second_bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) crc = times(operator, crc);
    operator = square(operator);
  }
  return (crc ^ second) >>> 0;
}

function times(matrix: Matrix, vector: number): number {
  let sum = 0;
  for (let bit = 0, rest = vector >>> 0; rest !== 0; bit++, rest >>>= 1) if (rest & 1) sum ^= matrix[bit]!;
  return sum >>> 0;
}

const square = (matrix: Matrix): Matrix => matrix.map((column) => times(matrix, column));
