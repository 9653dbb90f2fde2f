import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LocalDisk } from "./local-disk.ts";
import type { StoredPage } from "./storage.ts";

describe("files on the local disk", () => {
  let root: string;
  let disk: LocalDisk;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "leebow-disk-"));
    disk = new LocalDisk(root, "key");
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it("are read as they were written", async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
    await disk.write("results/1/a.bin", bytes);
    expect(Buffer.compare(await disk.read("results/1/a.bin"), bytes)).toBe(0);
    expect((await disk.open("results/1/a.bin"))!.bytes).toBe(bytes.length);
    expect(await disk.open("results/1/b.bin")).toBeNull();
    expect(await disk.open("results/1")).toBeNull();
  });

  it("are read in chunks that follow each other in the same memory", async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
    await disk.write("results/1/chunks.bin", bytes);
    const memory = new Set<ArrayBufferLike>();
    const read: Buffer[] = [];
    for await (const chunk of (await disk.open("results/1/chunks.bin"))!.chunks()) {
      memory.add(chunk.buffer);
      read.push(Buffer.from(chunk));
    }
    expect(Buffer.concat(read).equals(bytes)).toBe(true);
    expect([read.length, memory.size]).toEqual([5, 1]);
  });

  it("are not stored before keep, and are deleted when the stream breaks off", async () => {
    const incoming = await disk.receive(Readable.from([Buffer.from("half")]));
    expect(await disk.open("sources/x.fit")).toBeNull();
    await incoming.keep("sources/x.fit");
    expect((await disk.read("sources/x.fit")).toString()).toBe("half");
    async function* torn() {
      yield Buffer.from("half");
      throw new Error("gone");
    }
    await expect(disk.receive(Readable.from(torn()))).rejects.toThrow("gone");
    expect(await readdir(join(root, "incoming"))).toEqual([]);
  });

  it("are stored once under a key where that is asked for, whichever of several is first", async () => {
    const texts = Array.from({ length: 8 }, (_, i) => `text ${i}`);
    const all = await Promise.all(texts.map((text) => disk.receive(Readable.from([Buffer.from(text)]))));
    const kept = await Promise.all(all.map((incoming) => incoming.keepOnce("once/new/a.txt")));
    expect(kept.filter(Boolean)).toHaveLength(1);
    expect((await disk.read("once/new/a.txt")).toString()).toBe(texts[kept.indexOf(true)]);
    await Promise.all(all.map((incoming) => incoming.discard()));
    expect(await readdir(join(root, "incoming"))).toEqual([]);
  });

  it("leave the key free when they cannot be stored under it", async () => {
    const incoming = await disk.receive(Readable.from([Buffer.from("gone")]));
    await incoming.discard();
    await expect(incoming.keepOnce("once/b.txt")).rejects.toThrow(/ENOENT/);
    expect(await disk.stat("once/b.txt")).toBeNull();
  });

  it("are deleted with their folder while a job still writes into it", async () => {
    for (let track = 100; track < 103; track++) {
      const folder = join(root, `results/${track}`);
      await mkdir(folder, { recursive: true });
      // A job that began before the track was deleted; it fails where the folder is missing.
      const job = (async () => {
        for (let file = 0; file < 300; file++) await writeFile(join(folder, String(file)), "").catch(() => undefined);
      })();
      await disk.remove(`results/${track}`);
      await job;
      await disk.remove(`results/${track}`);
      expect(await disk.listOlderThan(`results/${track}`, -1000)).toEqual([]);
    }
  });

  const pagesOf = async (folder: string, after?: string | null) => {
    const pages: StoredPage[] = [];
    for await (const page of disk.pages(folder, after)) pages.push(page);
    return pages;
  };

  it("are listed with those in folders, in pages of which each begins where the last one ended", async () => {
    const names = Array.from({ length: 1100 }, (_, i) => `${i % 7}/${i % 3 === 0 ? "a/b" : "a-b"}/${i}`);
    for (const name of names) {
      await mkdir(join(root, "paged", dirname(name)), { recursive: true });
      await writeFile(join(root, "paged", name), "");
    }
    const [first, second] = await pagesOf("paged");
    expect(first!.files).toHaveLength(1000);
    expect(second!.next).toBeNull();
    expect(await pagesOf("paged", first!.next)).toEqual([second]);
    const keys = [...first!.files, ...second!.files].map(({ key }) => key);
    expect(keys.sort()).toEqual(names.map((name) => `paged/${name}`).sort());
    expect(await disk.listOlderThan("paged", -1000)).toHaveLength(1100);
    expect(await disk.listOlderThan("paged", 3_600_000)).toEqual([]);
  });

  it("are never stored outside of the folder, whatever the key", async () => {
    for (const key of ["../secret", "sources/../../secret", "/etc/passwd"])
      await expect(async () => disk.open(key)).rejects.toThrow(/outside of the storage/);
  });

  it("are read by a signed address until it expires, and by no other", () => {
    const query = (path: string) => new URL(path, "http://x").searchParams;
    const path = disk.signedPath("sources/x.fit", { download_name: "track 1.fit", user_id: 7 });
    expect(disk.verify("sources/x.fit", query(path))).toEqual({ download_name: "track 1.fit", user_id: 7 });
    expect(disk.verify("sources/y.fit", query(path))).toBeNull();
    expect(disk.verify("sources/x.fit", query(path.replace("track", "trick")))).toBeNull();
    expect(disk.verify("sources/x.fit", query(path.replace("user=7", "user=8")))).toBeNull();
    const short = disk.signedPath("sources/x.fit", { lifetime_s: 60 });
    expect(disk.verify("sources/x.fit", query(short))).toEqual({ download_name: null, user_id: null });
    vi.useFakeTimers({ now: Date.now() + 61_000 });
    expect(disk.verify("sources/x.fit", query(short))).toBeNull();
    vi.useRealTimers();
    expect(disk.verify("sources/x.fit", new URLSearchParams())).toBeNull();
    expect(new LocalDisk(root, "other key").verify("sources/x.fit", query(path))).toBeNull();
    vi.useFakeTimers({ now: Date.now() + 3 * 24 * 3_600_000 });
    expect(disk.verify("sources/x.fit", query(path))).toBeNull();
    vi.useRealTimers();
  });

  it("keep one address for the day, so that browsers can keep the picture", () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 0, 1) });
    const morning = disk.signedPath("results/1/map.png");
    vi.setSystemTime(Date.UTC(2026, 5, 1, 23, 59));
    expect(disk.signedPath("results/1/map.png")).toBe(morning);
    vi.useRealTimers();
  });
});
