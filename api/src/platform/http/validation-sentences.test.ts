import { describe, expect, it } from "vitest";
import { z } from "zod";
import { check } from "./input.ts";

const SCHEMA = z.strictObject({
  track: z.int().positive(),
  name: z.string().min(1).max(3),
  names: z.array(z.string()).min(2).max(2),
  at: z.iso.datetime(),
  kind: z.enum(["tack", "gybe"]),
  boats: z.array(z.object({ heel_deg: z.number().max(90) })),
});
const VALID = { track: 1, name: "a", names: ["a", "b"], at: "2026-06-13T13:00:00Z", kind: "tack", boats: [] };

describe("what a field must be, as a sentence", () => {
  it.each([
    [{ track: undefined }, '"track" is missing: it must be a number.'],
    [{ track: "1" }, '"track" must be a number.'],
    [{ track: 1.5 }, '"track" must be a whole number.'],
    [{ track: 0 }, '"track" must be more than 0.'],
    [{ name: "" }, '"name" must not be empty.'],
    [{ name: "long" }, '"name" must have at most 3 characters.'],
    [{ names: ["a"] }, '"names" must have at least 2 entries.'],
    [{ names: "a" }, '"names" must be a list.'],
    [{ names: ["a", null] }, '"names.1" must be a text.'],
    [{ at: "noon" }, '"at" must be a time such as 2026-07-30T12:34:56Z.'],
    [{ kind: "T" }, '"kind" must be one of tack, gybe.'],
    [{ boats: [{ heel_deg: 91 }] }, '"boats.0.heel_deg" must be at most 90.'],
    [{ port: 1 }, '"port" is not a field of this call.'],
  ])("%j: %s", (change, sentence) => {
    expect(check(SCHEMA, { ...VALID, ...change }).error?.issues[0]?.message).toBe(sentence);
  });

  it("names the body where it is no object", () => {
    expect(check(SCHEMA, []).error?.issues[0]?.message).toBe("The body must be an object.");
  });
});
