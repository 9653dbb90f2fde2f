import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { readFixture } from "@leebow/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasObjectStorage, type ObjectStorage, openObjectStorage } from "../../../test/object-storage.ts";
import { openTestServer, type Person, processed, type TestServer, trackForm } from "../../../test/test-server.ts";
import { bindStorage } from "../files/bind-storage.ts";
import { placeOnDisk } from "./open-storage.ts";
import { S3Storage } from "./s3-storage.ts";

const MB = 1024 * 1024;
/** Bytes that differ from place to place. */
const noise = (bytes: number) => Buffer.from(Uint32Array.from({ length: bytes / 4 }, (_, i) => i * 2654435761).buffer);
const pieces = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 64_000) }, (_, i) => bytes.subarray(i * 64_000, (i + 1) * 64_000)),
  );

describe.skipIf(!hasObjectStorage)("files in an object storage that verifies signatures", () => {
  let server: ObjectStorage;
  let storage: S3Storage;
  beforeAll(async () => {
    server = await openObjectStorage();
    storage = new S3Storage(server.config, "key");
  });
  afterAll(() => server?.close());
  const stored = async (folder: string) => {
    const names = await readdir(join(server.folder, folder)).catch(() => []);
    return names.filter((name) => !name.startsWith("."));
  };

  it("are read as they were written", async () => {
    const bytes = noise(300_000);
    await storage.write("results/1/a b+ü.bin", bytes);
    expect(Buffer.compare(await storage.read("results/1/a b+ü.bin"), bytes)).toBe(0);
    const opened = await storage.open("results/1/a b+ü.bin");
    expect(opened!.bytes).toBe(bytes.length);
    expect(Buffer.compare(await buffer(opened!.stream()), bytes)).toBe(0);
    expect(await storage.open("results/1/b.bin")).toBeNull();
  });

  it.each([0, 1000, 5 * MB, 12 * MB])(
    "of %d bytes are received, hashed and then stored under their key",
    async (size) => {
      const bytes = noise(size);
      const incoming = await storage.receive(pieces(bytes));
      expect(incoming).toMatchObject({ bytes: size, sha256: createHash("sha256").update(bytes).digest("hex") });
      const key = `sources/${size}.fit`;
      expect(await storage.stat(key)).toBeNull();
      expect(Buffer.compare(await buffer(incoming.read()), bytes)).toBe(0);
      await incoming.keep(key);
      await incoming.discard();
      expect(await storage.stat(key)).toEqual({ bytes: size });
      expect(Buffer.compare(await storage.read(key), bytes)).toBe(0);
      expect(await stored("incoming")).toEqual([]);
    },
  );

  it.each([1000, 6 * MB])("of %d bytes are stored once where that is asked for, the first one alone", async (size) => {
    const key = `once/${size}.txt`;
    const [first, second] = [noise(size), Buffer.alloc(size, "x")];
    const later = await storage.receive(pieces(second));
    expect(await (await storage.receive(pieces(first))).keepOnce(key)).toBe(true);
    expect(await later.keepOnce(key)).toBe(false);
    await later.discard();
    expect(Buffer.compare(await storage.read(key), first)).toBe(0);
    expect(await stored("incoming")).toEqual([]);
  });

  it("leave nothing behind when the stream breaks off or they are discarded", async () => {
    async function* torn() {
      yield noise(6 * MB);
      throw new Error("gone");
    }
    await expect(storage.receive(Readable.from(torn()))).rejects.toThrow("gone");
    await (await storage.receive(pieces(noise(6 * MB)))).discard();
    expect(await stored("incoming")).toEqual([]);
    // As a process that was killed leaves them.
    await storage.write("incoming/half", noise(1000));
    await storage.sweepIncoming(3_600_000);
    expect(await stored("incoming")).toEqual(["half"]);
    await storage.sweepIncoming(-1000);
    expect(await stored("incoming")).toEqual([]);
  });

  it("are listed by age, set aside, and deleted with their folder", async () => {
    await storage.write("listed/a", noise(100));
    await storage.write("listed/b", noise(100));
    await storage.write("listed/folder/c", noise(100));
    expect(await storage.listOlderThan("listed", -1000)).toEqual(["listed/a", "listed/b", "listed/folder/c"]);
    const rest = [];
    for await (const page of storage.pages("listed", "listed/a")) rest.push(page);
    expect(rest.map(({ files, next }) => [files.map(({ key }) => key), next])).toEqual([
      [["listed/b", "listed/folder/c"], null],
    ]);
    expect(await storage.listOlderThan("listed", 3_600_000)).toEqual([]);
    expect(await storage.moveToUnclaimed("listed/a")).toBe("unclaimed/listed/a");
    await storage.write("listed/a", noise(200));
    expect(await storage.moveToUnclaimed("listed/a")).toMatch(/^unclaimed\/[0-9a-f-]+-listed-a$/);
    expect(await storage.stat("unclaimed/listed/a")).toEqual({ bytes: 100 });
    await storage.remove("listed");
    await storage.remove("sources/absent");
    expect(await storage.stat("listed/folder/c")).toBeNull();
    expect(await storage.listOlderThan("listed", -1000)).toEqual([]);
  });

  it("are refused with another secret, and reported as unreachable when the storage is away", async () => {
    const stranger = new S3Storage({ ...server.config, secret_access_key: "another" }, "key");
    await expect(stranger.write("sources/x", noise(100))).rejects.toMatchObject({ status: 403 });
    await expect(stranger.read("sources/1000.fit")).rejects.toMatchObject({ status: 403 });
    await server.kill();
    await expect(storage.read("sources/1000.fit")).rejects.toMatchObject({ status: 503 });
    await server.start();
    expect((await storage.read("sources/1000.fit")).length).toBe(1000);
  });

  it("are refused as unreachable by a storage that accepts a request and does not answer", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as { port: number };
    const waiting = new S3Storage({ ...server.config, endpoint: `http://127.0.0.1:${port}` }, "key", 300);
    await expect(waiting.write("sources/x", noise(100))).rejects.toMatchObject({ status: 503 });
    await expect(waiting.receive(pieces(noise(6 * MB)))).rejects.toMatchObject({ status: 503 });
    silent.closeAllConnections();
    silent.close();
  });

  it("of 24 MB take the memory of one part while they are received", async () => {
    const chunk = noise(MB);
    let largest = 0;
    async function* measured() {
      const before = process.memoryUsage().arrayBuffers;
      for (let i = 0; i < 24; i++) {
        yield chunk;
        largest = Math.max(largest, process.memoryUsage().arrayBuffers - before);
      }
    }
    await (await storage.receive(Readable.from(measured(), { objectMode: false }))).discard();
    expect(largest).toBeLessThan(6 * MB);
  });

  it("are never stored outside of the bucket, whatever the key", async () => {
    for (const key of ["../secret", "sources/../../secret", "/etc/passwd", "sources//x", ""])
      await expect(storage.write(key, noise(4))).rejects.toThrow(/outside of the storage/);
  });

  it("are read by a short-lived address of the storage, and by no changed one", async () => {
    const direct = new S3Storage({ ...server.config, public_endpoint: server.config.endpoint }, "key");
    const options = { download_name: "track 1é.fit", content_type: "application/octet-stream", lifetime_s: 60 };
    const address = (await direct.directAddress("sources/1000.fit", options))!;
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), noise(1000))).toBe(0);
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''track%201%C3%A9.fit");
    for (const changed of [
      address.replace("1000.fit", "0.fit"),
      address.replace("track", "trick"),
      address.replace("X-Amz-Expires=60", "X-Amz-Expires=600"),
      address.split("?")[0]!,
    ])
      expect((await fetch(changed)).status, changed).toBe(403);
    const past = (await direct.directAddress("sources/1000.fit", { ...options, lifetime_s: 1 }))!;
    await expect.poll(async () => (await fetch(past)).status, { timeout: 10_000, interval: 500 }).toBe(403);
    expect(await storage.directAddress("sources/1000.fit", options)).toBeNull();
  });

  it("are stored by a signed form of one key, type and largest size", async () => {
    const direct = new S3Storage({ ...server.config, public_endpoint: server.config.endpoint }, "key");
    const options = { max_bytes: 1000, content_type: "text/plain", lifetime_s: 60 };
    const { method, url, fields } = await direct.signedUpload("windfiles/a.txt", options);
    const send = async (changes: Record<string, string>, bytes: Buffer) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, ...changes })) form.set(name, value);
      form.set("file", new File([bytes as BlobPart], "log.txt", { type: "text/plain" }));
      // The server may refuse by closing the connection.
      return fetch(url, { method, body: form }).then(
        ({ status }) => status,
        () => 400,
      );
    };
    expect(await send({ key: "windfiles/b.txt" }, noise(1000))).toBeGreaterThanOrEqual(400);
    expect(await send({ "Content-Type": "text/html" }, noise(1000))).toBeGreaterThanOrEqual(400);
    expect(await send({ "x-amz-signature": "0".repeat(64) }, noise(1000))).toBeGreaterThanOrEqual(400);
    expect(await send({}, noise(1004))).toBeGreaterThanOrEqual(400);
    expect(await stored("windfiles")).toEqual([]);
    expect(await send({}, noise(1000))).toBeLessThan(300);
    expect(await storage.stat("windfiles/a.txt")).toEqual({ bytes: 1000 });
    // Where browsers do not reach the storage, this server takes the file.
    expect(await storage.signedUpload("windfiles/c.txt", options)).toMatchObject({
      method: "PUT",
      url: expect.stringMatching(/^\/api\/files\/windfiles\/c\.txt\/\?/),
    });
  });
});

describe.skipIf(!hasObjectStorage)("a server with an object storage", () => {
  const gpx = readFixture("ilca-weymouth.gpx");
  let server: ObjectStorage;
  let at: TestServer & { close(): Promise<void> };
  let ada: Person;
  beforeAll(async () => {
    server = await openObjectStorage();
    at = await openTestServer({ s3: { ...server.config, public_endpoint: server.config.endpoint } });
    ada = await at.signUp();
  });
  afterAll(async () => {
    await at?.close();
    await server?.close();
  });

  it("stores, analyses and gives back a recording, and keeps nothing on its disk", async () => {
    const { body } = await ada.call("POST", "/api/tracks/", { form: trackForm("a.gpx", gpx) });
    const track = await processed(ada.call, body.id);
    expect(track.processing_status).toBe(3);
    expect((await at.call("GET", track.static_map!)).headers.get("content-type")).toBe("image/png");
    const csv = (await ada.call("GET", `/api/download/exportCSV/${track.id}/`)).body.url;
    const source = (await ada.call("GET", `/api/download/track/source/${track.id}/`)).body.url;
    for (const address of [csv, source]) {
      const { status, headers } = await at.call("GET", address);
      expect([status, headers.get("cache-control")]).toEqual([307, "private, no-store"]);
      const answer = await fetch(headers.get("location")!);
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename/);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (address === source) expect(Buffer.compare(bytes, gpx)).toBe(0);
      expect(bytes.length).toBeGreaterThan(1000);
    }
    expect(await readdir(at.config.data)).not.toContain("files");
    await ada.call("DELETE", `/api/tracks/${track.id}/`);
    expect((await at.call("GET", source)).status).toBe(404);
  });

  it("is bound to its bucket by one id", async () => {
    const { value } = await at.context.db
      .selectFrom("settings")
      .select("value")
      .where("key", "=", "storage_id")
      .executeTakeFirstOrThrow();
    expect((await at.context.storage.read("database-id")).toString()).toBe(value);
    await ada.upload("b.gpx", gpx);
    await at.context.storage.write("database-id", Buffer.from("of another"));
    const place = { ...placeOnDisk("x"), name: "the bucket leebow" };
    await expect(bindStorage(at.context, place)).rejects.toThrow(
      /^The files in the bucket leebow belong to another database/,
    );
    await at.context.storage.write("database-id", Buffer.from(value));
  });

  it("answers 503 while the storage is away, and works again when it is back", async () => {
    await server.kill();
    const { status, body, headers } = await ada.call("POST", "/api/tracks/", {
      form: trackForm("c.gpx", Buffer.concat([gpx, Buffer.from("\n\n\n")])),
    });
    expect([status, headers.get("retry-after"), body.detail]).toEqual([
      503,
      "60",
      expect.stringMatching(/cannot read or store files/),
    ]);
    await server.start();
    expect(
      (
        await ada.call("POST", "/api/tracks/", {
          form: trackForm("c.gpx", Buffer.concat([gpx, Buffer.from("\n\n\n")])),
        })
      ).status,
    ).toBe(201);
  });
});
