import { describe, expect, it } from "vitest";
import { boatsOf } from "./boats.ts";

/** A track of a user between two hours of 21 June. */
function track(user_id: number, from_h: number, to_h: number, boat_name = "49er") {
  const at = (hour: number) => new Date(Date.UTC(2025, 5, 21) + hour * 3_600_000);
  return { user_id, boat_name, start_time: at(from_h), end_time: at(to_h) };
}

/** The boats as positions in the given tracks. */
const boats = (...tracks: Parameters<typeof boatsOf>[0][number][]) =>
  boatsOf(tracks).map((boat) => boat.map((one) => tracks.indexOf(one)));

describe("the boats of a race", () => {
  it("are one for a sailor whose receiver was stopped between two recordings", () => {
    expect(boats(track(1, 10, 11), track(2, 10, 13), track(1, 11.5, 13))).toEqual([[0, 2], [1]]);
  });

  it("are several for a coach who uploaded the recordings of his boats, also after one of them ended", () => {
    expect(boats(track(1, 10, 11), track(1, 10, 11.2), track(1, 11.5, 13))).toEqual([[0], [1], [2]]);
  });

  it("are several where a long recording covers two short ones", () => {
    expect(boats(track(1, 10, 14), track(1, 10.5, 11), track(1, 12, 13))).toEqual([[0], [1], [2]]);
  });

  it("are one for two receivers of a boat, unless they are said to be two boats", () => {
    const of = (answer: "one" | "two" | null) => ({ track: 7, file_name: "logger.csv", apart_m: 4, answer });
    const [logger, watch] = [
      { ...track(1, 10, 12), id: 7 },
      { ...track(1, 10, 13), id: 8 },
    ];
    expect(boats({ ...watch, same_boat: of(null) }, logger)).toEqual([[1]]);
    expect(boats({ ...watch, same_boat: of("one") }, logger)).toEqual([[1]]);
    expect(boats({ ...watch, same_boat: of("two") }, logger)).toEqual([[0], [1]]);
    // Alone in a race it is the boat.
    expect(boats({ ...watch, same_boat: of(null) }, track(2, 10, 12))).toEqual([[0], [1]]);
  });

  it("are several for recordings of two classes", () => {
    expect(boats(track(1, 10, 11), track(1, 11.5, 13, "29er"))).toEqual([[0], [1]]);
  });

  it("are several for recordings of different days", () => {
    expect(boats(track(1, 10, 11), track(1, 34, 35))).toEqual([[0], [1]]);
  });

  it("are several while a recording is not analysed yet", () => {
    const waiting = { user_id: 1, boat_name: "49er", start_time: null, end_time: null };
    expect(boats(track(1, 10, 11), waiting, waiting)).toHaveLength(3);
  });
});
