import type { FileRecording } from "@leebow/core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Recordings } from "../src/engine/recordings";

const reads: string[] = [];
const freed: string[] = [];
const file = (id: number, bytes = 10) => ({ id, file: Object.assign(new File([], `${id}.fit`), { bytes }) });

const read = async (one: File): Promise<FileRecording> => {
  reads.push(one.name);
  if (one.name === "7.fit") throw new Error("unreadable");
  return {
    bytes: (one as File & { bytes: number }).bytes,
    analyze: vi.fn(),
    why: vi.fn(),
    free: () => void freed.push(one.name),
  };
};

describe("recordings in the engine's memory", () => {
  let recordings: Recordings;
  beforeEach(() => {
    reads.length = freed.length = 0;
    recordings = new Recordings(read, 30);
  });

  it("are read once for any number of analyses", async () => {
    const first = await recordings.of(file(1));
    recordings.trim();
    expect(await recordings.of(file(1))).toBe(first);
    expect([reads, freed]).toEqual([["1.fit"], []]);
  });

  it("are freed, the least recently used first, when they take more than the limit, and read again when needed", async () => {
    for (const id of [1, 2, 3, 1, 4]) {
      await recordings.of(file(id));
      recordings.trim();
    }
    expect(freed).toEqual(["2.fit"]);
    await recordings.of(file(2));
    recordings.trim();
    expect([reads.at(-1), freed]).toEqual(["2.fit", ["2.fit", "3.fit"]]);
  });

  it("stay while they are the session and the wind log in use, whatever they take", async () => {
    await recordings.of(file(1));
    for (const id of [2, 3]) await recordings.of(file(id, 100));
    recordings.trim();
    expect(freed).toEqual(["1.fit"]);
  });

  it("are freed when their file is removed, and all of them when the page is left", async () => {
    for (const id of [1, 2, 3]) await recordings.of(file(id));
    recordings.free(2);
    recordings.free(9);
    expect(freed).toEqual(["2.fit"]);
    recordings.freeAll();
    recordings.freeAll();
    expect(freed).toEqual(["2.fit", "1.fit", "3.fit"]);
  });

  it("of files that cannot be read are not held: the next analysis tries again", async () => {
    for (let time = 0; time < 2; time++) await expect(recordings.of(file(7))).rejects.toThrow("unreadable");
    recordings.trim();
    expect(reads).toEqual(["7.fit", "7.fit"]);
  });
});
