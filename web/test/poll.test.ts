import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPoll, POLL_LIMIT, POLL_MS } from "../src/stores/poll.ts";

describe("polling", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("asks every 5 s until nothing is pending", async () => {
    const step = vi.fn(async () => step.mock.calls.length < 3);
    const gaveUp = vi.fn();
    createPoll(step, gaveUp).start();
    await vi.advanceTimersByTimeAsync(POLL_MS - 1);
    expect(step).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10 * POLL_MS);
    expect(step).toHaveBeenCalledTimes(3);
    expect(gaveUp).not.toHaveBeenCalled();
  });

  it("gives up after 120 times and says so once", async () => {
    const step = vi.fn(async () => true);
    const gaveUp = vi.fn();
    createPoll(step, gaveUp).start();
    await vi.advanceTimersByTimeAsync((POLL_LIMIT + 20) * POLL_MS);
    expect(step).toHaveBeenCalledTimes(POLL_LIMIT);
    expect(gaveUp).toHaveBeenCalledTimes(1);
  });

  it("goes on when the server does not answer for a while", async () => {
    const step = vi.fn(async () => {
      if (step.mock.calls.length < 4) throw new Error("no answer");
      return false;
    });
    createPoll(step, vi.fn()).start();
    await vi.advanceTimersByTimeAsync(10 * POLL_MS);
    expect(step).toHaveBeenCalledTimes(4);
  });

  it("starting twice asks no faster", async () => {
    const step = vi.fn(async () => true);
    const poll = createPoll(step, vi.fn());
    poll.start();
    poll.start();
    await vi.advanceTimersByTimeAsync(3 * POLL_MS);
    expect(step).toHaveBeenCalledTimes(3);
  });

  it("is silent once stopped, even when an answer was on its way", async () => {
    let answer: (pending: boolean) => void = () => undefined;
    const step = vi.fn(
      () =>
        new Promise<boolean>((resolve) => {
          answer = resolve;
        }),
    );
    const poll = createPoll(step, vi.fn());
    poll.start();
    await vi.advanceTimersByTimeAsync(POLL_MS);
    poll.stop();
    answer(true);
    await vi.advanceTimersByTimeAsync(5 * POLL_MS);
    expect(step).toHaveBeenCalledTimes(1);
  });
});
