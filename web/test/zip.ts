import { deflateRawSync } from "node:zlib";

/** A zip of these files, each deflated. */
export function zipOf(files: [name: string, text: string][]): Uint8Array {
  const heads: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const packed = deflateRawSync(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(Buffer.from(text)), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(text.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    heads.push(head, Buffer.from(name), packed);
    list.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...heads, ...list, end]));
}

/** Bit by bit, as in the definition. */
function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
