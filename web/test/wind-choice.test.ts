import type { Track } from "@leebow/api/contract";
import { environmentManager, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Polled } from "../src/server/polling";
import { createQueryClient } from "../src/server/query-client";
import { changeTrackOptions, restartTrack, trackOptions } from "../src/tracks/track";

type Answer = (track: Partial<Track>) => void;
/** The requests that were sent, and how each is answered. */
let requests: { method: string; body: unknown; answer: Answer }[] = [];
let client: QueryClient;

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  environmentManager.setIsServer(() => false);
  requests = [];
  client = createQueryClient();
  vi.stubGlobal("fetch", (_: string, { method, body, signal }: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      const answer: Answer = (track) => resolve(Response.json({ id: 7, metric: {}, ...track }));
      requests.push({ method: method ?? "GET", body: body ? JSON.parse(String(body)) : null, answer });
    });
  });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

/** The track as the open page has it. */
const shown = () => client.getQueryData<Polled<Track>>(["tracks", "detail", 7])?.value;

describe("a chosen wind that is undone at once", () => {
  it("is sent before the undo, which waits for its answer", async () => {
    const change = (wind_hint_deg: number | null) =>
      client.getMutationCache().build(client, changeTrackOptions(client, 7)).execute({ wind_hint_deg });
    const choosing = change(200);
    const undoing = change(null);
    await settle();
    expect(requests.map(({ body }) => body)).toEqual([{ wind_hint_deg: 200 }]);
    requests[0]!.answer({ processing_status: 4, wind_hint_deg: 200 });
    await choosing;
    await settle();
    expect(requests.map(({ body }) => body)).toEqual([{ wind_hint_deg: 200 }, { wind_hint_deg: null }]);
    requests[1]!.answer({ processing_status: 4, wind_hint_deg: null });
    await undoing;
    expect(shown()).toMatchObject({ processing_status: 4, wind_hint_deg: null });
  });

  it("stays undone when a request that was sent before it is answered after it", async () => {
    const stop = new QueryObserver(client, trackOptions(client, 7)).subscribe(() => {});
    await settle();
    const [before] = requests;
    restartTrack(client, { id: 7, processing_status: 4, wind_hint_deg: null, metric: {} } as Track);
    before!.answer({ processing_status: 3, wind_hint_deg: 200 });
    await settle();
    expect(shown()).toMatchObject({ processing_status: 4, wind_hint_deg: null });
    stop();
  });
});
