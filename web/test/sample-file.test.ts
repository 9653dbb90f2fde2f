import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";

vi.mock("../src/engine/engine-thread", () => ({ startThread: vi.fn() }));

const SAMPLE = readFileSync(new URL("../src/engine/sample.fit", import.meta.url));

async function loadEngine() {
  vi.resetModules();
  return import("../src/engine/engine");
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["there is no network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["the server has it no more", async () => new Response("Not found", { status: 404 })],
  ["the network answers with a page of its own", async () => new Response("<!doctype html><title>Log in</title>")],
])("the sample is not loaded where %s, and is loaded when it is asked for again", async (_, answer) => {
  const { sampleFile } = await loadEngine();
  vi.stubGlobal("fetch", answer);
  await expect(sampleFile()).rejects.toThrow();
  vi.stubGlobal("fetch", async () => new Response(SAMPLE));
  const file = await sampleFile();
  expect([file.name, file.size]).toEqual(["sample-race.fit", SAMPLE.length]);
});
