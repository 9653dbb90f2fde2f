/** The track list: what is asked for, what has arrived, what is still being worked on. */
import type { Track } from "@leebow/api/contract";
import { proxy } from "valtio";
import { sayFailure } from "../api/client";
import { ApiFailure } from "../api/failure";
import { fetchOldestDate, fetchTrack, fetchTrackDates, fetchTracks, type TrackFilter } from "../api/tracks";
import { notify } from "./notices";
import { createPoll } from "./poll";

/** How long typing may pause before the search is sent, ms. */
export const SEARCH_PAUSE_MS = 500;

interface TracksState {
  filter: TrackFilter;
  /** What stands in the search box; it becomes the filter after a pause. */
  typed: string;
  rows: Track[];
  next: string | null;
  /** fresh: nothing to show yet. more: the next page is on its way. */
  status: "fresh" | "loading" | "ready" | "more" | "failed";
  /** Why the list could not be fetched. */
  failure: string | null;
  /** Days with tracks, YYYY-MM-DD. */
  dates: string[];
  oldest: string | null;
}

const empty = (): TracksState => ({
  filter: { mode: "team", search: "", start_date: null, end_date: null },
  typed: "",
  rows: [],
  next: null,
  status: "fresh",
  failure: null,
  dates: [],
  oldest: null,
});

export const tracks = proxy<TracksState>(empty());

let pending = new AbortController();
let typing: ReturnType<typeof setTimeout> | undefined;

/** Fetches the first page. Rows already there stay in sight until it arrives. */
export async function loadTracks(): Promise<void> {
  pending.abort();
  pending = new AbortController();
  const { signal } = pending;
  tracks.status = tracks.rows.length > 0 ? "loading" : "fresh";
  tracks.failure = null;
  try {
    const page = await fetchTracks(tracks.filter, null, signal);
    if (signal.aborted) return;
    Object.assign(tracks, { rows: page.results, next: page.next, status: "ready" });
    watch();
  } catch (cause) {
    if (!signal.aborted) fail(cause);
  }
}

/** Fetches the next page; does nothing without one, or while one is on its way. */
export async function loadMoreTracks(): Promise<void> {
  if (tracks.status !== "ready" || tracks.next === null) return;
  const { signal } = pending;
  tracks.status = "more";
  try {
    const page = await fetchTracks(tracks.filter, tracks.next, signal);
    if (signal.aborted) return;
    const known = new Set(tracks.rows.map((row) => row.id));
    tracks.rows.push(...page.results.filter((row) => !known.has(row.id)));
    Object.assign(tracks, { next: page.next, status: "ready" });
    watch();
  } catch (cause) {
    if (signal.aborted) return;
    tracks.status = "ready";
    sayFailure(cause);
  }
}

/** Any change of the filter starts the list anew. */
export function filterTracks(change: Partial<TrackFilter>): void {
  clearTimeout(typing);
  Object.assign(tracks.filter, change);
  if (change.search !== undefined) tracks.typed = change.search;
  tracks.rows = [];
  tracks.next = null;
  void loadTracks();
}

/** Takes what is typed into the search box; sends it when the typing pauses. */
export function typeSearch(text: string): void {
  tracks.typed = text;
  clearTimeout(typing);
  if (text.trim() === tracks.filter.search) return;
  if (text === "") filterTracks({ search: "" });
  else
    typing = setTimeout(() => {
      filterTracks({ search: text.trim() });
      tracks.typed = text;
    }, SEARCH_PAUSE_MS);
}

export const isFiltered = ({ search, start_date }: TrackFilter): boolean => search !== "" || start_date !== null;

/** Which days the date picker may offer. Without them it still works. */
export async function loadTrackDates(): Promise<void> {
  const [dates, oldest] = await Promise.allSettled([fetchTrackDates(), fetchOldestDate()]);
  if (dates.status === "fulfilled") tracks.dates = dates.value.dates;
  if (oldest.status === "fulfilled") tracks.oldest = oldest.value.date;
}

export function replaceTrack(track: Track): void {
  const at = tracks.rows.findIndex((row) => row.id === track.id);
  if (at >= 0) tracks.rows[at] = track;
  watch();
}

export function removeTrack(id: number): void {
  tracks.rows = tracks.rows.filter((row) => row.id !== id);
}

export function resetTracks(): void {
  pending.abort();
  clearTimeout(typing);
  poll.stop();
  Object.assign(tracks, empty());
}

/** 1 and 4: the server is still at it. */
export const isWorking = (track: Pick<Track, "processing_status">): boolean =>
  track.processing_status === 1 || track.processing_status === 4;

const poll = createPoll(askForWorking, () => notify.error("Could not retrieve data. Please check back later."));

/** Watches rows that are being worked on, as long as there are any. */
function watch(): void {
  if (tracks.rows.some(isWorking)) poll.start();
}

export const stopWatching = (): void => poll.stop();

async function askForWorking(): Promise<boolean> {
  const { signal } = pending;
  const ids = tracks.rows.filter(isWorking).map((row) => row.id);
  const answers = await Promise.allSettled(ids.map((id) => fetchTrack(id, signal)));
  for (const [at, answer] of answers.entries()) {
    if (answer.status === "fulfilled") arrive(answer.value);
    else if (answer.reason instanceof ApiFailure && answer.reason.status === 404) removeTrack(ids[at] ?? 0);
  }
  return tracks.rows.some(isWorking);
}

function arrive(track: Track): void {
  if (track.processing_status === 2) notify.error("Track processing has ended with errors.");
  if (!isWorking(track)) void loadTrackDates();
  replaceTrack(track);
}

function fail(cause: unknown): void {
  const said = cause instanceof ApiFailure ? cause.sentences.join(" ") : null;
  tracks.failure = said ?? "The list could not be read.";
  tracks.status = "failed";
}
