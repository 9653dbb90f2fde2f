import type { Session } from "@leebow/api/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const stored = new Map<string, string>();
const storedToken = () => JSON.parse(stored.get("leebow.session") ?? "null")?.access ?? null;
const sessionOf = (access: string) =>
  ({ user: { id: access.length, first_name: access }, access }) as unknown as Session;

/** A tab of the browser: the module with a state of its own, and the storage all tabs share. */
async function openTab() {
  vi.resetModules();
  return import("../src/server/session");
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it("a tab that logs out leaves the session of another user in another tab stored", async () => {
  const first = await openTab();
  first.beginSession(sessionOf("marta"));
  const second = await openTab();
  second.beginSession(sessionOf("joan"));
  first.endSession();
  expect(storedToken()).toBe("joan");
  expect((await openTab()).session.access).toBe("joan");
});

it("a changed profile is not stored over the session of another user in another tab", async () => {
  const first = await openTab();
  first.beginSession(sessionOf("marta"));
  const second = await openTab();
  second.beginSession(sessionOf("joan"));
  first.updateUser(sessionOf("marta").user);
  expect(first.session.access).toBe("marta");
  expect(storedToken()).toBe("joan");
});

it("a tab that logs out ends the stored session of the same user", async () => {
  const tab = await openTab();
  tab.beginSession(sessionOf("marta"));
  tab.updateUser(sessionOf("marta").user);
  tab.endSession();
  expect(storedToken()).toBeNull();
});
