import { describe, expect, it } from "vitest";
import { parseTime } from "../src/ui/date-time-field";
import { offeredTags } from "../src/ui/tag-input";

describe("the tag input offers", () => {
  const suggestions = ["Local Knowledge", "Speed/Tuning", "Boat Handling"];

  it("what is typed as a new tag, first so that Enter adds it, and the tags that contain it", () => {
    expect(offeredTags("an", suggestions, [], true)).toEqual(["an", "Boat Handling"]);
    expect(offeredTags("Boat", suggestions, [], true)).toEqual(["Boat", "Boat Handling"]);
    expect(offeredTags("an", suggestions, [], false)).toEqual(["Boat Handling"]);
  });

  it("a tag in its own spelling when it is typed in another", () => {
    expect(offeredTags(" boat handling ", suggestions, [], true)).toEqual(["Boat Handling"]);
    expect(offeredTags("speed", ["Speed/Tuning", "Speed"], [], true)).toEqual(["Speed", "Speed/Tuning"]);
  });

  it("no tag twice", () => {
    expect(offeredTags("", suggestions, ["Speed/Tuning"], true)).toEqual(["Local Knowledge", "Boat Handling"]);
    expect(offeredTags("LIGHT AIR", suggestions, ["light air"], true)).toEqual([]);
  });
});

describe("a time of day", () => {
  it("is read in the ways people write it", () =>
    expect(["13:05", "9:5", "1305", "13.05", "7", " 23:59 "].map(parseTime)).toEqual([
      "13:05",
      "09:05",
      "13:05",
      "13:05",
      "07:00",
      "23:59",
    ]));

  it("is not read from anything else", () =>
    expect(["", "24:00", "12:60", "noon", "1:2:3"].map(parseTime)).toEqual([null, null, null, null, null]));
});
