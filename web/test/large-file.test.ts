import { beforeEach, describe, expect, it, vi } from "vitest";
import { isLarge, releaseLarge, withLargeFile } from "../src/engine/engine";
import type { Answer, Outcome } from "../src/engine/worker";

interface FakeThread {
  name: string;
  fail: (cause: Error) => void;
  isEnded: boolean;
}
const { threads, network } = vi.hoisted(() => ({ threads: [] as FakeThread[], network: { isOn: true } }));

vi.mock("../src/engine/engine-thread", () => ({
  startThread: async () => {
    if (!network.isOn) throw new TypeError("Failed to fetch");
    const thread: FakeThread = { name: `worker ${threads.length}`, fail: () => {}, isEnded: false };
    const failed = new Promise<never>((_, reject) => (thread.fail = reject));
    failed.catch(() => {});
    threads.push(thread);
    return { engine: thread, failed, end: () => (thread.isEnded = true) };
  },
}));

const morning = new File([], "morning.fit");
const evening = new File([], "evening.fit");
const answer = { why: {} } as Answer;
const fault = { state: "refused", kind: "internal", message: "A fault." } as Answer;
const withFixes = (points: number) => ({ state: "read", analysis: { report: { points } } }) as Outcome;
const analyse = (file: File, isShown = false, result: Answer | Outcome = answer) =>
  withLargeFile(file, isShown, async () => result);
/** The workers that live, after what has been begun. */
async function living() {
  await new Promise((resolve) => setTimeout(resolve));
  return threads.filter(({ isEnded }) => !isEnded).map(({ name }) => name);
}

describe("the worker of a large file", () => {
  beforeEach(() => {
    releaseLarge();
    threads.length = 0;
    network.isOn = true;
  });

  it("analyses the file that is shown again, until the file is removed", async () => {
    await analyse(morning);
    for (let time = 0; time < 3; time++) await analyse(morning, true);
    expect([threads.length, await living()]).toEqual([1, ["worker 0"]]);
    releaseLarge(evening);
    expect(await living()).toEqual(["worker 0"]);
    releaseLarge(morning);
    expect(await living()).toEqual([]);
  });

  it("ends with its call for a file that is not shown beside another", async () => {
    await analyse(morning, true);
    await analyse(evening);
    expect([threads.length, await living()]).toEqual([2, ["worker 0"]]);
  });

  it("ends when another large file is shown", async () => {
    await analyse(morning, true);
    await analyse(evening, true);
    expect(await living()).toEqual(["worker 1"]);
  });

  it("ends with each call on 8 h at 25 Hz, whose recording takes too much memory, but not on 8 h at 10 Hz", async () => {
    await analyse(morning, true, withFixes(10 * 8 * 3600));
    expect(await living()).toEqual(["worker 0"]);
    await analyse(evening, true, withFixes(25 * 8 * 3600));
    await analyse(evening, true);
    expect([threads.length, await living()]).toEqual([3, []]);
  });

  it("finishes its call when its file is removed meanwhile, and ends then", async () => {
    let finish: (result: Answer) => void = () => {};
    const call = withLargeFile(morning, true, () => new Promise<Answer>((resolve) => (finish = resolve)));
    await living();
    releaseLarge(morning);
    expect(await living()).toEqual(["worker 0"]);
    finish(answer);
    expect(await call).toBe(answer);
    expect(await living()).toEqual([]);
  });

  it("is replaced after a fault of the engine, and after its own failure", async () => {
    await analyse(morning, true, fault);
    expect(await living()).toEqual([]);
    const call = withLargeFile(morning, true, () => new Promise<Answer>(() => {}));
    await living();
    threads[1]!.fail(new Error("out of memory"));
    await expect(call).rejects.toThrow("out of memory");
    expect(await living()).toEqual([]);
    await analyse(morning, true);
    expect(await living()).toEqual(["worker 2"]);
  });

  it("is not there without a network, and tried again by the next call", async () => {
    network.isOn = false;
    expect(await analyse(morning, true)).toBeNull();
    network.isOn = true;
    expect(await analyse(morning, true)).toBe(answer);
  });

  it("is for files from 8 MB on", () => {
    expect([isLarge(morning), isLarge(new File([new Uint8Array(8 * 1024 * 1024)], "long.csv"))]).toEqual([false, true]);
  });
});
