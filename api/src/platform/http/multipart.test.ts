import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LocalDisk } from "../storage/local-disk.ts";
import { MultipartFault, readFiles, readForm, type UploadedForm } from "./multipart.ts";

const LIMIT = 100_000;
const BOUNDARY = "----leebow";

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (bytes: Buffer | string, name = "a.gpx", as = "file") =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${as}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from("\r\n"),
  ]);
const END = `--${BOUNDARY}--\r\n`;
const body = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

describe("a form that streams in", () => {
  let root: string;
  let disk: LocalDisk;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "leebow-form-"));
    disk = new LocalDisk(root, "key");
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  /** Sends the bytes in pieces of this size. */
  function read(
    bytes: Buffer,
    piece = 65_536,
    type = `multipart/form-data; boundary=${BOUNDARY}`,
  ): Promise<UploadedForm> {
    function* pieces() {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    }
    const init = {
      method: "POST",
      headers: { "content-type": type },
      body: Readable.toWeb(Readable.from(pieces())),
      duplex: "half",
    };
    return readForm(new Request("http://leebow.test/", init as RequestInit), disk, LIMIT);
  }
  const left = async () => (await readdir(join(root, "incoming")).catch(() => [])).length;

  it("is given up when nothing more of it arrives, and leaves nothing behind", async () => {
    const begun = body(field("boat_name", "49er"), file(Buffer.alloc(50_000)).subarray(0, 40_000));
    const pieces = new ReadableStream({ start: (controller) => controller.enqueue(begun) });
    const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
    const init = { method: "POST", headers, body: pieces, duplex: "half" };
    const reading = readFiles(new Request("http://leebow.test/", init as RequestInit), disk, LIMIT, "file", 1, {
      idle_ms: 50,
    });
    await expect(reading).rejects.toMatchObject({ status: 408 });
    expect(await left()).toBe(0);
  });

  it("is given up when it trickles in, and taken when it is slow", async () => {
    const whole = body(file(Buffer.alloc(40)), END);
    const sent = (piece: number) => {
      async function* pieces() {
        for (let at = 0; at < whole.length; at += piece) {
          await new Promise((wake) => setTimeout(wake, 40));
          yield whole.subarray(at, at + piece);
        }
      }
      const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
      const init = { method: "POST", headers, body: Readable.toWeb(Readable.from(pieces())), duplex: "half" };
      const request = new Request("http://leebow.test/", init as RequestInit);
      return readFiles(request, disk, LIMIT, "file", 1, { idle_ms: 200, least_bytes_per_s: 100 });
    };
    await expect(sent(1)).rejects.toMatchObject({ status: 408 });
    expect(await left()).toBe(0);
    const { incoming } = (await sent(20)).files[0]!;
    expect(incoming.bytes).toBe(40);
    await incoming.discard();
  });

  it("is the same in whatever pieces it comes, and with the file before or after the fields", async () => {
    const content = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7) % 256));
    // A line that looks like the end of a part, but is not.
    const tricky = Buffer.concat([content, Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}\r\n`), content]);
    for (const parts of [
      [field("boat_name", "49er"), file(tricky)],
      [file(tricky), field("boat_name", "49er")],
    ]) {
      for (const piece of [1, 7, 64, 1000, 1_000_000]) {
        const form = await read(body(...parts, END), piece);
        expect(form.fields).toEqual({ boat_name: "49er" });
        expect(form.file!.incoming.bytes).toBe(tricky.length);
        expect(Buffer.compare(await buffer(form.file!.incoming.read()), tricky)).toBe(0);
        await form.file!.incoming.discard();
      }
    }
    expect(await left()).toBe(0);
  });

  it("may hold exactly as many bytes as allowed; one more is reported", async () => {
    for (const [bytes, too_large] of [
      [LIMIT, false],
      [LIMIT + 1, true],
    ] as const) {
      const form = await read(body(file(Buffer.alloc(bytes, 1)), END));
      expect([form.file!.too_large, form.file!.incoming.bytes]).toEqual([too_large, LIMIT]);
      await form.file!.incoming.discard();
    }
  });

  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\\\boats\\\\a.fit", "a.fit"],
    ["Törn № 3.gpx", "Törn № 3.gpx"],
    ["", "track"],
    ["morning\u0000 race\u0007.gpx", "morning race.gpx"],
  ])("calls a file named %j %j", async (name, expected) => {
    const form = await read(body(file("x", name), END));
    expect(form.file!.name).toBe(expected);
    await form.file!.incoming.discard();
  });

  it("takes the first of two fields and counts files, keeping the first alone", async () => {
    const form = await read(
      body(
        field("boat_name", "49er"),
        field("boat_name", "470"),
        file("one"),
        file("two"),
        file("three", "x", "other"),
        END,
      ),
    );
    expect(form.fields.boat_name).toBe("49er");
    expect(form.file_count).toBe(2);
    expect((await buffer(form.file!.incoming.read())).toString()).toBe("one");
    await form.file!.incoming.discard();
    expect(await left()).toBe(0);
  });

  it("cannot set what every object has", async () => {
    const form = await read(body(field("__proto__", "x"), field("constructor", "y"), END));
    expect(Object.getPrototypeOf(form.fields)).toBe(null);
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  it.each([
    ["stops in the middle of the file", body(field("boat_name", "49er"), file("half").subarray(0, -2))],
    ["stops before the end mark", body(file("whole"))],
    ["is empty", Buffer.alloc(0)],
    ["is something else", Buffer.from("hello")],
  ])("that %s is refused, and nothing is left", async (_, bytes) => {
    await expect(read(bytes)).rejects.toBeInstanceOf(MultipartFault);
    expect(await left()).toBe(0);
  });

  it("that stops anywhere leaves nothing", async () => {
    const whole = body(field("boat_name", "49er"), file("some content of a file"), END);
    for (let end = 1; end < whole.length - 4; end += 5)
      await expect(read(whole.subarray(0, end))).rejects.toBeInstanceOf(MultipartFault);
    expect(await left()).toBe(0);
  });

  it.each(["application/json", "multipart/form-data", "text/plain", ""])("of type %j is no form", async (type) => {
    await expect(read(body(file("x"), END), 100, type)).rejects.toBeInstanceOf(MultipartFault);
  });

  it("gives several files of one field in their order, and counts those beyond the limit", async () => {
    const whole = body(
      file("one", "1.png"),
      file("two", "2.png"),
      file("other", "x.png", "else"),
      file("3", "3.png"),
      END,
    );
    const request = new Request("http://leebow.test/", {
      method: "POST",
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
      body: whole,
    });
    const { files, file_count } = await readFiles(request, disk, LIMIT, "file", 2);
    expect([files.map(({ name }) => name), file_count]).toEqual([["1.png", "2.png"], 3]);
    for (const { incoming } of files) await incoming.discard();
    expect(await left()).toBe(0);
  });
});
