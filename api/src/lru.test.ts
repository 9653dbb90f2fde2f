import { expect, it } from "vitest";
import { Lru } from "./lru.ts";

it("drops what was not used for longest", () => {
  const lru = new Lru<string>(2);
  expect([lru.set("hull", "a"), lru.set("sail", "b")]).toEqual([[], []]);
  expect(lru.get("hull")).toBe("a");
  expect(lru.set("foil", "c")).toEqual(["b"]);
  expect([lru.get("hull"), lru.get("sail"), lru.get("foil")]).toEqual(["a", undefined, "c"]);
});

it("counts sizes, and stores no value above the limit", () => {
  const lru = new Lru<number>(10, (bytes) => bytes);
  lru.set("one", 4);
  lru.set("two", 5);
  // The same key again is one value.
  expect(lru.set("two", 6)).toEqual([]);
  expect(lru.set("three", 4)).toEqual([4]);
  expect(lru.set("large", 11)).toEqual([6, 4, 11]);
  expect(lru.clear()).toEqual([]);
});

it("has room again for what was deleted", () => {
  const lru = new Lru<number | null>(2);
  lru.set("one", 1);
  lru.set("two", null);
  lru.deleteWhere((value) => value === null);
  expect(lru.set("three", 3)).toEqual([]);
  lru.delete("absent");
  expect(lru.clear()).toEqual([1, 3]);
});
