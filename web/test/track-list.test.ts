import type { Track, TrackPage } from "@leebow/api/contract";
import { environmentManager, InfiniteQueryObserver, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { subscribeToNotices } from "../src/server/notices.ts";
import { rowsOf } from "../src/server/paged-list.ts";
import { rowProgressOptions } from "../src/server/polling";
import { isExhausted, POLL_INTERVAL_MS, POLL_LIMIT, POLLS_EXHAUSTED } from "../src/server/polling.ts";
import { createQueryClient } from "../src/server/query-client.ts";
import { type Arrivals, arrivalsOf, byDay, NO_ARRIVALS } from "../src/tracks/days.ts";
import type { TrackFilter } from "../src/tracks/track-filter.ts";
import {
  filterTracks,
  resetTrackFilter,
  SEARCH_PAUSE_MS,
  trackFilter,
  typeSearch,
} from "../src/tracks/track-filter.ts";
import { isWorking, removeTrack, TRACK_PROGRESS, trackListOptions } from "../src/tracks/track-list.ts";

const track = (id: number, over: Partial<Track> = {}): Track => ({
  id,
  user: 1,
  full_name: "Marta Vidal",
  boat_name: "49er",
  permissions: "PUBLIC",
  file_name: "a.fit",
  start_time: "2025-06-21T10:00:00Z",
  end_time: "2025-06-21T11:00:00Z",
  tz: "Europe/Madrid",
  location: "El Saler",
  static_map: null,
  static_map_dark: null,
  sample_rate: 1,
  garmin_id: null,
  wind_file: null,
  twd_avg: null,
  journal_count: 0,
  joined_files: 0,
  same_boat: null,
  processing_status: 3,
  error: null,
  wind_error: null,
  metric: null,
  damage: null,
  wind_hint_deg: null,
  wind_candidates: [],
  created: "2025-06-21T12:00:00Z",
  can: { edit: true, change_visibility: true, correct: true, download_source: true, delete: true },
  ...over,
});

/** Stubs fetch with `answer`, whose result becomes the JSON body; returns the requested addresses. */
function serve(answer: (url: URL) => unknown): URL[] {
  const requests: URL[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const url = new URL(address, "http://here");
    requests.push(url);
    const body = await answer(url);
    if (init.signal?.aborted) throw new DOMException("aborted", "AbortError");
    if (body instanceof Response) return body;
    return Response.json(body);
  });
  return requests;
}

const page = (results: Track[], next: string | null = null): TrackPage => ({ results, next, previous: null });
const ALL: TrackFilter = { mode: "all", search: "", start_date: null, end_date: null, users: [] };
const to = (path: string) => (url: URL) => url.pathname.endsWith(path);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

let client: QueryClient;
let leave: (() => void)[] = [];

/** Mounts the list of a filter as a component does. */
function openList(filter: TrackFilter = ALL) {
  const list = new InfiniteQueryObserver(client, trackListOptions(filter));
  leave.push(list.subscribe(() => {}));
  return { list, rows: () => rowsOf(list.getCurrentResult().data ?? { pages: [] }) };
}

/** Polls a track that is being processed as its mounted row does. */
function pollRow(row: Track) {
  const poll = new QueryObserver(client, rowProgressOptions(client, TRACK_PROGRESS, row));
  const unsubscribe = poll.subscribe(() => {});
  leave.push(unsubscribe);
  return { poll, unsubscribe };
}

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  client = createQueryClient();
  resetTrackFilter();
});
afterEach(() => {
  for (const each of leave) each();
  leave = [];
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the track list", () => {
  it("pages by cursor and lists no track twice", async () => {
    const requests = serve((url) =>
      url.searchParams.get("cursor") ? page([track(2), track(3)]) : page([track(1), track(2)], "abc"),
    );
    const { list, rows } = openList();
    await wait(0);
    await list.fetchNextPage();
    await list.fetchNextPage();
    expect(rows().map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(requests.map((url) => url.searchParams.get("cursor")).slice(0, 2)).toEqual([null, "abc"]);
    expect(list.getCurrentResult().hasNextPage).toBe(false);
  });

  it("is another one for each filter, and a late answer for the old filter changes nothing", async () => {
    const answers: ((body: unknown) => void)[] = [];
    serve(() => new Promise((resolve) => answers.push(resolve)));
    const { list, rows } = openList(ALL);
    await wait(0);
    list.setOptions(trackListOptions({ ...ALL, mode: "mine" }));
    expect(rows()).toEqual([]);
    await wait(0);
    answers[1]?.(page([track(9)]));
    answers[0]?.(page([track(1)]));
    await wait(0);
    expect(rows().map(({ id }) => id)).toEqual([9]);
  });

  it("names the zone in which the dates are meant", async () => {
    const [request] = [serve(() => page([]))];
    openList({ ...ALL, start_date: "2025-06-01", end_date: "2025-06-30" });
    await wait(0);
    expect(request[0]?.searchParams.get("tz")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(request[0]?.searchParams.get("start_date")).toBe("2025-06-01");
  });

  it("drops a deleted track without another request", async () => {
    const requests = serve(() => page([track(1), track(2)]));
    const { rows } = openList();
    await wait(0);
    removeTrack(client, 1);
    expect(rows().map(({ id }) => id)).toEqual([2]);
    expect(requests).toHaveLength(1);
  });

  it("fails with the sentence of a server that does not answer", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("failed to fetch");
    });
    const { list } = openList();
    await wait(0);
    expect(list.getCurrentResult().error?.message).toContain("The server does not answer.");
  });
});

describe("a track that is being processed", () => {
  const working = track(2, { processing_status: 1 });

  it("is polled every 5 s until it is done, and its row shows the result", async () => {
    let polls = 0;
    const requests = serve((url) =>
      to("/tracks/")(url) ? page([track(1), working]) : track(2, { processing_status: ++polls < 2 ? 1 : 3 }),
    );
    const { rows } = openList();
    await wait(0);
    pollRow(working);
    await wait(POLL_INTERVAL_MS - 1);
    expect(requests.filter(to("/2/"))).toHaveLength(0);
    await wait(60_000);
    expect(requests.filter(to("/2/"))).toHaveLength(2);
    expect(requests.filter(to("/1/"))).toHaveLength(0);
    expect(rows()[1]?.processing_status).toBe(3);
  });

  it("is polled at most 120 times, also while other tracks of the list are finished or changed", async () => {
    const requests = serve((url) => (to("/tracks/")(url) ? page([track(1), working]) : working));
    openList();
    await wait(0);
    const { poll } = pollRow(working);
    for (let i = 0; i < POLL_LIMIT + 20; i++) {
      await wait(POLL_INTERVAL_MS);
      client.setQueryData(["tracks", "list", ALL], (data: unknown) => data);
    }
    expect(requests.filter(to("/2/"))).toHaveLength(POLL_LIMIT);
    expect(isExhausted(poll.getCurrentResult().data, isWorking)).toBe(true);
    expect(POLLS_EXHAUSTED).toBe("Could not retrieve data. Please check back later.");
  });

  it("is not polled after its page was left, even when an answer was on its way", async () => {
    let answer = (_: unknown) => {};
    const requests = serve(() => new Promise((resolve) => (answer = resolve)));
    const { unsubscribe } = pollRow(working);
    await wait(POLL_INTERVAL_MS);
    unsubscribe();
    answer(working);
    await wait(10 * POLL_INTERVAL_MS);
    expect(requests).toHaveLength(1);
  });

  it("is polled from zero when its page is opened again", async () => {
    const requests = serve(() => working);
    pollRow(working).unsubscribe();
    await wait((POLL_LIMIT + 1) * POLL_INTERVAL_MS);
    const { unsubscribe } = pollRow(working);
    await wait((POLL_LIMIT + 1) * POLL_INTERVAL_MS);
    unsubscribe();
    await wait(0);
    pollRow(working);
    await wait(POLL_INTERVAL_MS);
    expect(requests).toHaveLength(POLL_LIMIT + 1);
  });

  it("is polled on when the server does not answer for a while", async () => {
    let polls = 0;
    serve(() => (++polls < 4 ? new Response(null, { status: 502 }) : track(2)));
    const { poll } = pollRow(working);
    await wait(10 * POLL_INTERVAL_MS);
    expect(polls).toBe(4);
    expect(poll.getCurrentResult().data?.value.processing_status).toBe(3);
  });

  it("leaves the list without a message when it was deleted elsewhere", async () => {
    const shown: string[] = [];
    leave.push(subscribeToNotices(({ text }) => shown.push(text)));
    serve((url) =>
      to("/tracks/")(url)
        ? page([track(1), working])
        : new Response(JSON.stringify({ detail: "Gone." }), { status: 404 }),
    );
    const { rows } = openList();
    await wait(0);
    pollRow(working);
    await wait(POLL_INTERVAL_MS);
    expect(rows().map(({ id }) => id)).toEqual([1]);
    expect(shown).toEqual([]);
  });

  it("that ends with errors is reported in the words of the specification", async () => {
    const shown: string[] = [];
    leave.push(subscribeToNotices(({ text }) => shown.push(text)));
    serve(() => track(2, { processing_status: 2 }));
    pollRow(working);
    await wait(3 * POLL_INTERVAL_MS);
    expect(shown).toEqual(["Track processing has ended with errors."]);
  });
});

describe("the filter of the list", () => {
  it("takes the search when typing pauses for 500 ms", async () => {
    typeSearch("tal");
    await wait(SEARCH_PAUSE_MS - 1);
    typeSearch("tallinn ");
    await wait(SEARCH_PAUSE_MS - 1);
    expect(trackFilter.filter.search).toBe("");
    await wait(1);
    expect([trackFilter.filter.search, trackFilter.typed]).toEqual(["tallinn", "tallinn "]);
  });

  it("takes an emptied search at once", () => {
    filterTracks({ search: "tallinn" });
    typeSearch("");
    expect(trackFilter.filter.search).toBe("");
  });

  it("takes a search that is being typed together with another change", () => {
    typeSearch("tal");
    filterTracks({ mode: "mine" });
    expect(trackFilter.filter).toMatchObject({ mode: "mine", search: "tal" });
  });
});

describe("days of tracks", () => {
  it("are those of the track's own zone", () => {
    const late = track(1, { start_time: "2025-06-21T22:30:00Z" });
    const days = byDay([late, track(2)]);
    expect(days.map((day) => day.title)).toEqual(["Sunday 22 June 2025", "Saturday 21 June 2025"]);
  });
  it("name the location once when all tracks share it", () => {
    expect(byDay([track(1), track(2)])[0]?.location).toBe("El Saler");
    expect(byDay([track(1), track(2, { location: "Tallinn" })])[0]?.location).toBeNull();
  });
  it("keep tracks without times apart", () =>
    expect(byDay([track(1, { start_time: null })])[0]?.title).toBe("Just uploaded"));

  it("leave a track that came without a time where it is when it has one, until the list is in another order", () => {
    const [unread, read] = [track(3, { start_time: null }), track(3)];
    const others = [track(2), track(1, { start_time: "2025-06-20T10:00:00Z" })];
    const groups = (rows: Track[], before: Arrivals) => {
      const arrivals = arrivalsOf(rows, before);
      expect(arrivalsOf(rows, arrivals)).toBe(arrivals);
      return { arrivals, rows: byDay(rows, "Just uploaded", arrivals.undated) };
    };
    const first = groups([unread, ...others], NO_ARRIVALS);
    expect(first.rows.map(({ title, rows }) => [title, rows.length])).toEqual([
      ["Just uploaded", 1],
      ["Saturday 21 June 2025", 1],
      ["Friday 20 June 2025", 1],
    ]);
    const then = groups([read, ...others], first.arrivals);
    expect(then.rows.map(({ key }) => key)).toEqual(first.rows.map(({ key }) => key));
    expect(then.rows[0]!.title).toBe("Saturday 21 June 2025");
    const more = groups([track(4, { start_time: null }), read, ...others, track(0)], then.arrivals);
    expect(more.rows[0]).toMatchObject({ title: "Just uploaded", isOneDay: false, rows: { length: 2 } });
    const sorted = groups([others[1]!, others[0]!, read], more.arrivals);
    expect(sorted.rows.map(({ rows }) => rows.length)).toEqual([1, 2]);
  });
});
