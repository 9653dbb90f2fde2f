import { crc32, gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { combineCrc32, gzipHead, lengthWithHead, withHead } from "./gzip-parts.ts";

async function joined(head: string, gzip: Uint8Array, chunk_bytes: number): Promise<Buffer> {
  async function* chunks() {
    for (let from = 0; from < gzip.length; from += chunk_bytes) yield gzip.subarray(from, from + chunk_bytes);
  }
  const parts: Uint8Array[] = [];
  for await (const part of withHead(gzipHead(head), chunks())) parts.push(part);
  return Buffer.concat(parts);
}

describe("a gzip file with a head before its content", () => {
  const body = Array.from({ length: 20_000 }, (_, i) => `${i}: ${Math.sin(i)}`).join("\n");

  it.each([1, 7, 8, 9, 10, 11, 1000, 65_536, 10_000_000])(
    "is valid, read in chunks of %d bytes",
    async (chunk_bytes) => {
      const content = chunk_bytes < 1000 ? body.slice(0, 2000) : body;
      const gzip = gzipSync(content);
      const file = await joined('{"a":"ä",', gzip, chunk_bytes);
      expect(gunzipSync(file).toString()).toBe(`{"a":"ä",${content}`);
      expect(file.length).toBe(lengthWithHead(gzipHead('{"a":"ä",'), gzip.length));
    },
  );

  it.each([
    ["", ""],
    ["head", ""],
    ["", "body"],
  ])("is valid with parts %j and %j", async (head, content) => {
    expect(gunzipSync(await joined(head, gzipSync(content), 3)).toString()).toBe(head + content);
  });

  it("is refused when the file ends early", async () => {
    await expect(joined("head", gzipSync("body").subarray(0, 12), 100)).rejects.toThrow("not a complete gzip file");
  });
});

describe("the CRC-32 of two texts in a row", () => {
  it.each([0, 1, 2, 3, 255, 256, 65_537, 1_000_003])("follows from those of both, the second of %d bytes", (bytes) => {
    const [first, second] = [Buffer.from("head"), Buffer.alloc(bytes, "xyz")];
    const whole = crc32(Buffer.concat([first, second]));
    expect(combineCrc32(crc32(first), crc32(second), bytes)).toBe(whole);
  });
});
