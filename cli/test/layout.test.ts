import { describe, expect, it } from "vitest";
import { count, median, number, Rows, words, wrap } from "../src/exporters/layout.ts";
import { clockOf, span } from "../src/exporters/time.ts";
import { inOrder } from "../src/io/in-order.ts";

describe("layout", () => {
  it("aligns words to the left, numbers to the right, and cuts long cells", () => {
    const rows = new Rows([6, -5]);
    rows.add(["Tack 1", "9.2"]);
    rows.add(["Bear Away 1", "-10.4"]);
    expect(rows.lines()).toEqual(["Tack 1    9.2", "Bear …  -10.4"]);
  });

  it("leaves unknown numbers empty and writes no negative zero", () => {
    expect([number(null, 1), number(-0.04, 1), number(-0.06, 1), number(3, 0)]).toEqual(["", "0.0", "-0.1", "3"]);
  });

  it("takes the median of the known values", () => {
    expect(median([null, 3, 1, 2])).toBe(2);
    expect(median([4, 1])).toBe(2.5);
    expect(median([null])).toBeNull();
  });

  it("writes counts in the singular and plural", () => {
    expect([count(0, "tack"), count(1, "gybe"), count(3, "straight")]).toEqual(["no tacks", "1 gybe", "3 straights"]);
    expect(words("not_recovered")).toBe("not recovered");
  });

  it("breaks long sentences between words", () => {
    expect(wrap("one two three four", 9)).toEqual(["one two", "  three", "  four"]);
    expect(wrap("", 9)).toEqual([""]);
  });
});

describe("time", () => {
  it("is in the recording's zone, also after midnight", () => {
    const clock = clockOf("Australia/Sydney");
    expect(clock.time("2026-10-03T14:30:05.900Z")).toBe("00:30:05");
    expect(clock.date("2026-10-03T14:30:05.900Z")).toBe("4 Oct 2026");
    expect(clockOf(null).time("2026-10-03T14:30:05.900Z")).toBe("14:30:05");
  });

  it("is short for durations", () => {
    expect([span(40), span(119), span(900), span(3900), span(7200)]).toEqual([
      "40 s",
      "119 s",
      "15 min",
      "1 h 05 min",
      "2 h 00 min",
    ]);
  });
});

describe("work in order", () => {
  it("runs several at once and returns them in the order of the items", async () => {
    let running = 0;
    let most = 0;
    const work = async (ms: number) => {
      most = Math.max(most, ++running);
      await new Promise((done) => setTimeout(done, ms));
      running -= 1;
      return ms;
    };
    const results: number[] = [];
    for await (const result of inOrder([30, 5, 20, 1], work, 2)) results.push(result);
    expect(results).toEqual([30, 5, 20, 1]);
    expect(most).toBe(2);
  });
});
