import { afterEach, expect, it, vi } from "vitest";
import { readStored, textsOf, writeStored } from "../src/server/stored.ts";

afterEach(() => vi.unstubAllGlobals());

it("a value is stored until it is replaced by null, and a damaged one counts as none", () => {
  const entries = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => entries.set(key, text),
    removeItem: (key: string) => entries.delete(key),
  });
  writeStored("leebow.test", ["49er", 3]);
  expect(textsOf(readStored("leebow.test"))).toEqual(["49er"]);
  entries.set("leebow.test", '["49er"');
  expect(readStored("leebow.test")).toBeNull();
  writeStored("leebow.test", null);
  expect(entries.size).toBe(0);
});

it("a browser that refuses storage has nothing stored, and no screen fails for it", () => {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeStored("leebow.test", 1, "sessionStorage");
  expect(readStored("leebow.test", "sessionStorage")).toBeNull();
});
