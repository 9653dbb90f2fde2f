import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inOrder } from "../src/io/in-order.ts";

/** Works on recordings that take these times, ms; the results, and the most that was worked on at the end of any. */
async function worked(times_ms: number[], atOnce: number) {
  const running = { now: 0, most: 0, besideFirst: 0 };
  const results: number[] = [];
  const all = inOrder(
    times_ms,
    async (time_ms, index) => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await sleep(time_ms);
      running.now -= 1;
      if (results.length === 0) running.besideFirst += 1;
      return index;
    },
    atOnce,
  );
  for await (const index of all) results.push(index);
  return { results, ...running };
}

describe("several recordings at once", () => {
  it("are given in their order, never more at once than there are threads", async () => {
    const { results, most } = await worked([30, 1, 20, 5, 5, 1, 1], 3);
    expect(results).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(most).toBe(3);
  });

  it("are worked on while a long one at their head is not done, within a bound", async () => {
    const { results, besideFirst } = await worked([300, ...Array.from({ length: 40 }, () => 1)], 2);
    expect(results).toHaveLength(41);
    // The first, and those that may wait for it.
    expect(besideFirst).toBe(16);
  });

  it("are none without recordings", async () => {
    expect((await worked([], 3)).results).toEqual([]);
  });
});
