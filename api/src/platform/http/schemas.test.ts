import { describe, expect, it } from "vitest";
import { z } from "zod";
import { idText, integerText, ONE_LINE } from "./schemas.ts";

describe("a name of one line", () => {
  it("has none of Unicode's control characters and line breaks, and no mark that turns the order of the text", () => {
    const by_category = /^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u;
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const refused = characters.filter((character) => !ONE_LINE.test(character));
    expect(refused).toEqual(characters.filter((character) => !by_category.test(character)));
    expect(refused.length).toBeGreaterThan(70);
    expect(ONE_LINE.test("Zoë O'Brien-Núñez 🐬")).toBe(true);
    expect(ONE_LINE.test("Zoë\u2028O'Brien")).toBe(false);
  });
});

describe("a number in a path or query", () => {
  it("is made of digits alone", () => {
    const leg = z.object({ leg: integerText(z.int().min(0).max(254)) });
    expect(leg.parse({ leg: "7" })).toEqual({ leg: 7 });
    const others = ["", " 7", "7.0", "7e0", "0x7", "+7", "-0", "٧", undefined, "255"];
    expect(others.filter((text) => leg.safeParse({ leg: text }).success)).toEqual([]);
  });

  it("that is an id is at most the greatest that the database has, without being rounded to it", () => {
    const id = idText();
    expect(id.parse("2147483647")).toBe(2147483647);
    const others = ["0", "2147483648", "2147483647.0000000001", "1.00000000000000000001"];
    expect(others.filter((text) => id.safeParse(text).success)).toEqual([]);
  });
});
