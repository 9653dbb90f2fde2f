/** Unpacks the recordings of a zip in the browser, so that every boat in it becomes a track. */
import { LIMITS, UPLOAD_EXTENSIONS } from "@leebow/api/contract";
import { distinctNames } from "@leebow/core";

/** Signatures of the records of a zip. *from* APPNOTE.TXT 6.3.10 */
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;
const IS_ENCRYPTED = 1;
/** A size that stands in a zip64 record instead. */
const ELSEWHERE = 0xffffffff;

interface Entry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packed_bytes: number;
  bytes: number;
  offset: number;
}

/**
 * The recordings in a zip, by the endings of their names; null for a file that is no zip, has none, or is damaged, locked
 * or too large to be unpacked here: it is sent as it is, and the engine tells what is wrong with it.
 */
export async function recordingsIn(file: File): Promise<File[] | null> {
  if (!/\.zip$/i.test(file.name)) return null;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const entries = listEntries(bytes).filter(isRecording);
    if (entries.length === 0) return null;
    const unpacked: File[] = [];
    const names = distinctNames(entries.map(({ name }) => baseName(name)));
    for (const [i, entry] of entries.entries()) unpacked.push(await unpack(bytes, entry, names[i]!));
    return unpacked;
  } catch {
    return null;
  }
}

/** These files, but for a zip of several recordings: each of those, named as if the zip were a folder. */
export async function withZipsOpened(files: readonly File[]): Promise<File[]> {
  const opened: File[] = [];
  for (const file of files) {
    const inside = (await recordingsIn(file)) ?? [];
    if (inside.length < 2) opened.push(file);
    else opened.push(...inside.map((one) => new File([one], `${file.name}/${one.name}`)));
  }
  return opened;
}

/** A recording by its name; not what macOS adds. */
function isRecording({ name }: Entry): boolean {
  const base = baseName(name).toLowerCase();
  if (base === "" || base.startsWith(".") || name.startsWith("__MACOSX/")) return false;
  return UPLOAD_EXTENSIONS.some((ending) => ending !== ".zip" && base.endsWith(ending));
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The entries of the list at the end of the zip. Throws for what is no zip, or more than a queue takes. */
function listEntries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw new Error("no list of files");
  const count = view.getUint16(end + 10, true);
  if (count > LIMITS.known_files) throw new Error("too many files");
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = count; left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("damaged list");
    const [name_bytes, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name_bytes!));
    entries.push({
      name,
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed_bytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + name_bytes! + extra! + comment!;
  }
  return entries;
}

async function unpack(zip: Uint8Array, entry: Entry, name: string): Promise<File> {
  const { flags, method, packed_bytes, bytes, offset } = entry;
  if (flags & IS_ENCRYPTED || (method !== STORED && method !== DEFLATED)) throw new Error("locked or unknown");
  if (bytes === ELSEWHERE || bytes > LIMITS.upload_bytes) throw new Error("too large");
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packed = zip.subarray(start, start + packed_bytes);
  const content = method === STORED ? packed : await inflate(packed, bytes);
  if (content.length !== bytes || crc32(content) !== entry.crc) throw new Error("damaged file");
  return new File([content as BlobPart], name);
}

/** Throws when there are more bytes than the list says. */
async function inflate(packed: Uint8Array, bytes: number): Promise<Uint8Array> {
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const content = new Uint8Array(bytes);
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (length + part.value.length > bytes) {
      await reader.cancel();
      throw new Error("more than announced");
    }
    content.set(part.value, length);
    length += part.value.length;
  }
  return content.subarray(0, length);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff]!;
  return ~crc >>> 0;
}
