import { describe, expect, it } from "vitest";
import { POLL_LIMIT, pollOptions, quickInterval, whilePending } from "../src/server/polling.ts";

const TEN_MINUTES_MS = 600_000;

type Interval = ReturnType<typeof whilePending<string>>;

/** A query as the cache holds it, whose server answers `answers` in turn, the last one for ever. */
function polled(interval: Interval, answers: readonly string[]) {
  const state = { data: answers[0]!, dataUpdateCount: 1, errorUpdateCount: 0 };
  const query = { state } as Parameters<Interval>[0];
  let waited_ms = 0;
  let requests = 1;
  // The cache asks for the interval more than once an answer.
  for (let wait = interval(query); interval(query) !== false && requests < 10_000; wait = interval(query)) {
    waited_ms += Number(wait);
    state.data = answers[Math.min(requests, answers.length - 1)]!;
    requests++;
    state.dataUpdateCount++;
  }
  return { requests, waited_ms, query, state };
}

describe("a query that is repeated while the server computes", () => {
  const pending = () => whilePending((text: string) => text === "pending");

  it("ends after the last poll when the server never finishes", () => {
    const { requests, waited_ms } = polled(pending(), ["pending"]);
    expect(requests).toBe(POLL_LIMIT + 1);
    expect(waited_ms).toBeGreaterThan(0.9 * TEN_MINUTES_MS);
  });

  it("ends with the answer, which is found within a second or two", () => {
    const { requests, waited_ms } = polled(pending(), ["pending", "pending", "done"]);
    expect([requests, waited_ms]).toEqual([3, 2000]);
  });

  it("counts failed requests as polls", () => {
    const interval = pending();
    const state = { data: "pending", dataUpdateCount: 1, errorUpdateCount: 0 };
    const query = { state } as Parameters<Interval>[0];
    expect(interval(query)).toBe(1000);
    state.errorUpdateCount = POLL_LIMIT;
    expect(interval(query)).toBe(false);
  });

  it("counts anew when its data becomes pending again", () => {
    const interval = pending();
    const { query, state } = polled(interval, ["pending"]);
    state.data = "done";
    expect(interval(query)).toBe(false);
    state.data = "pending";
    expect(interval(query)).toBe(1000);
  });
});

it("the wind of a track is polled as long as its analysis", () => {
  const { refetchInterval } = pollOptions({
    queryKey: ["track"],
    fetch: async () => "pending",
    isUnfinished: (text) => text === "pending",
    interval_ms: (_, polls) => quickInterval(polls),
  });
  const wait = (polls: number) =>
    (refetchInterval as (query: object) => number | false)({
      state: { status: "success", data: { value: "pending", polls } },
    });
  const waits = Array.from({ length: POLL_LIMIT }, (_, polls) => wait(polls));
  expect(waits[0]).toBe(1000);
  expect(waits.reduce<number>((sum, ms) => sum + Number(ms), 0)).toBeGreaterThan(0.9 * TEN_MINUTES_MS);
  expect(wait(POLL_LIMIT)).toBe(false);
});
