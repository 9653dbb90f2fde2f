/** A photo as a phone writes it, with the place where it was taken. */

const EXIF_TYPE = { ascii: 2, short: 3, long: 4, rational: 5 };
const RIGHT_BY_90_DEG = 6;

/** A JPEG of 200 × 100 pixels, red left and blue right, to be shown turned by 90° to the right: red on top. */
export async function photoOfPhone(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(200, 100);
  const context = canvas.getContext("2d")!;
  for (const [at, colour] of ["#f00", "#00f"].entries()) {
    context.fillStyle = colour;
    context.fillRect(100 * at, 0, 100, 100);
  }
  const plain = new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer());
  return new File([plain.slice(0, 2), exifSegment(), plain.slice(2)], name, { type: "image/jpeg" });
}

/** The segment of a JPEG that says "turn me by 90° to the right" and "39° 28' 12.34'' north". */
function exifSegment(): Uint8Array<ArrayBuffer> {
  const body = new DataView(new ArrayBuffer(98));
  new Uint8Array(body.buffer).set(new TextEncoder().encode("Exif\0\0II*\0"));
  // Offsets are from the byte order mark. Each folder of two tags has 30 bytes: the second begins at 38, the numbers at 68.
  const at = (offset: number) => offset + 6;
  body.setUint32(at(4), 8, true);
  const folder = (
    offset: number,
    tags: readonly (readonly [id: number, type: number, count: number, value: number])[],
  ) => {
    body.setUint16(at(offset), tags.length, true);
    for (const [n, [id, type, count, value]] of tags.entries()) {
      const start = at(offset + 2 + 12 * n);
      body.setUint16(start, id, true);
      body.setUint16(start + 2, type, true);
      body.setUint32(start + 4, count, true);
      body.setUint32(start + 8, value, true);
    }
  };
  folder(8, [
    [0x0112, EXIF_TYPE.short, 1, RIGHT_BY_90_DEG],
    [0x8825, EXIF_TYPE.long, 1, 38],
  ]);
  folder(38, [
    [1, EXIF_TYPE.ascii, 2, 0x4e],
    [2, EXIF_TYPE.rational, 3, 68],
  ]);
  for (const [n, value] of [39, 1, 28, 1, 1234, 100].entries()) body.setUint32(at(68 + 4 * n), value, true);
  const marker = new DataView(new ArrayBuffer(4));
  marker.setUint16(0, 0xffe1);
  marker.setUint16(2, body.byteLength + 2);
  return new Uint8Array([...new Uint8Array(marker.buffer), ...new Uint8Array(body.buffer)]);
}
