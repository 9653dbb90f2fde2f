import type { Page, Track } from "@leebow/api/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { byDay } from "../src/pages/tracks/days.ts";
import {
  filterTracks,
  loadMoreTracks,
  loadTracks,
  replaceTrack,
  resetTracks,
  SEARCH_PAUSE_MS,
  tracks,
  typeSearch,
} from "../src/stores/tracks.ts";
import { canChangeVisibility, canDownloadSource, canEdit, canViewAll } from "../src/tracks/policy.ts";

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
  processing_status: 3,
  error: null,
  metric: null,
  damage: null,
  wind_hint_deg: null,
  created: "2025-06-21T12:00:00Z",
  ...over,
});

/** Answers calls in order of the paths asked for; keeps what was asked. */
function serve(answer: (url: URL) => unknown): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const url = new URL(address, "http://here");
    asked.push(url);
    const body = await answer(url);
    if (init.signal?.aborted) throw new DOMException("aborted", "AbortError");
    return new Response(JSON.stringify(body), { status: 200 });
  });
  return asked;
}

const page = (results: Track[], next: string | null = null): Page<Track> => ({ results, next, previous: null });

describe("the track list", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    resetTracks();
  });
  afterEach(() => {
    resetTracks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("pages by cursor and shows no track twice", async () => {
    const asked = serve((url) =>
      url.searchParams.get("cursor") ? page([track(2), track(3)]) : page([track(1), track(2)], "abc"),
    );
    await loadTracks();
    await loadMoreTracks();
    await loadMoreTracks();
    expect(tracks.rows.map((row) => row.id)).toEqual([1, 2, 3]);
    expect(asked.map((url) => url.searchParams.get("cursor"))).toEqual([null, "abc"]);
  });

  it("sends the search when the typing pauses for 500 ms", async () => {
    const asked = serve(() => page([]));
    typeSearch("tal");
    await vi.advanceTimersByTimeAsync(SEARCH_PAUSE_MS - 1);
    typeSearch("tallinn");
    await vi.advanceTimersByTimeAsync(SEARCH_PAUSE_MS - 1);
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map((url) => url.searchParams.get("search"))).toEqual(["tallinn"]);
  });

  it("clearing the search asks at once", async () => {
    const asked = serve(() => page([]));
    filterTracks({ search: "tallinn" });
    typeSearch("");
    expect(asked).toHaveLength(2);
    expect(asked[1]?.searchParams.has("search")).toBe(false);
  });

  it("any change of the filter starts anew, and a late answer to the old question is dropped", async () => {
    const answers: ((body: unknown) => void)[] = [];
    serve(
      () =>
        new Promise((resolve) => {
          answers.push(resolve);
        }),
    );
    const first = loadTracks();
    filterTracks({ mode: "mine" });
    expect(tracks.rows).toEqual([]);
    answers[1]?.(page([track(9)]));
    answers[0]?.(page([track(1)]));
    await first;
    await vi.advanceTimersByTimeAsync(0);
    expect(tracks.rows.map((row) => row.id)).toEqual([9]);
  });

  it("tells the zone the dates are meant in", async () => {
    const asked = serve(() => page([]));
    filterTracks({ start_date: "2025-06-01", end_date: "2025-06-30" });
    expect(asked[0]?.searchParams.get("tz")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(asked[0]?.searchParams.get("start_date")).toBe("2025-06-01");
  });

  it("asks for a track that is worked on until it is done, then no more", async () => {
    let turn = 0;
    const asked = serve((url) => {
      if (url.pathname.endsWith("/tracks/")) return page([track(1), track(2, { processing_status: 1 })]);
      if (url.pathname.endsWith("/2/")) return track(2, { processing_status: ++turn < 2 ? 1 : 3 });
      return { dates: [], date: null };
    });
    await loadTracks();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tracks.rows[1]?.processing_status).toBe(3);
    expect(asked.filter((url) => url.pathname.endsWith("/2/"))).toHaveLength(2);
    expect(asked.some((url) => url.pathname.endsWith("/1/"))).toBe(false);
  });

  it("watches a track again whose class was changed", async () => {
    const asked = serve((url) => (url.pathname.endsWith("/tracks/") ? page([track(1)]) : track(1)));
    await loadTracks();
    replaceTrack(track(1, { boat_name: "29er", processing_status: 1 }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked.some((url) => url.pathname.endsWith("/1/"))).toBe(true);
  });

  it("says in a sentence why it could not be read", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("failed to fetch");
    });
    await loadTracks();
    expect(tracks.status).toBe("failed");
    expect(tracks.failure).toContain("The server does not answer.");
  });
});

describe("days of tracks", () => {
  it("are those of the track's own zone", () => {
    const late = track(1, { start_time: "2025-06-21T22:30:00Z" });
    const days = byDay([late, track(2)]);
    expect(days.map((day) => day.title)).toEqual(["Sunday 22 June 2025", "Saturday 21 June 2025"]);
  });
  it("name the place once when it is one", () => {
    expect(byDay([track(1), track(2)])[0]?.location).toBe("El Saler");
    expect(byDay([track(1), track(2, { location: "Tallinn" })])[0]?.location).toBeNull();
  });
  it("keep tracks without times apart", () =>
    expect(byDay([track(1, { start_time: null })])[0]?.title).toBe("Just uploaded"));
});

describe("what the menu offers", () => {
  const athlete = { id: 1, role: null, enabled_features: ["athlete"] };
  const own = track(1, { user: 1 });
  const other = track(2, { user: 2 });
  it("lets the owner do everything with her track", () => {
    expect([canEdit(athlete, own), canChangeVisibility(athlete, own), canDownloadSource(athlete, own)]).toEqual([
      true,
      true,
      true,
    ]);
  });
  it("lets an athlete do nothing with another's track", () => {
    expect([canEdit(athlete, other), canChangeVisibility(athlete, other), canDownloadSource(athlete, other)]).toEqual([
      false,
      false,
      false,
    ]);
  });
  it("gives the source to coaches too", () => {
    expect(canDownloadSource({ ...athlete, role: 2 }, other)).toBe(true);
    expect(canDownloadSource({ ...athlete, enabled_features: ["coach_tools"] }, other)).toBe(true);
  });
  it("keeps visibility for the owner, even from the administrator", () => {
    const administrator = { ...athlete, id: 9, role: 1 };
    expect([
      canEdit(administrator, other),
      canChangeVisibility(administrator, other),
      canViewAll(administrator),
    ]).toEqual([true, false, true]);
  });
});
