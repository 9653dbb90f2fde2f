/** What the track list is filtered by, and the text in its search box. */
import type { TrackMode } from "@leebow/api/contract";
import { proxy } from "valtio";

/** Pause in typing after which the search is applied, ms. *from* the specification. */
export const SEARCH_PAUSE_MS = 500;

export interface TrackFilter {
  mode: TrackMode;
  search: string;
  /** YYYY-MM-DD, both ends included. */
  start_date: string | null;
  end_date: string | null;
  /** Ids of the sailors whose tracks are listed; all of them when empty. */
  users: readonly number[];
}

interface TrackFilterState {
  filter: TrackFilter;
  /** The text in the search box; it becomes `filter.search` after a pause. */
  typed: string;
}

const initial = (): TrackFilterState => ({
  filter: { mode: "team", search: "", start_date: null, end_date: null, users: [] },
  typed: "",
});

export const trackFilter = proxy<TrackFilterState>(initial());

let typing: ReturnType<typeof setTimeout> | undefined;

/** Changes the filter at once, together with a search that is being typed. */
export function filterTracks(change: Partial<TrackFilter>): void {
  clearTimeout(typing);
  Object.assign(trackFilter.filter, { search: trackFilter.typed.trim() }, change);
  if (change.search !== undefined) trackFilter.typed = change.search;
}

/** Sets the text of the search box; applies it after {@link SEARCH_PAUSE_MS} without a further call, "" at once. */
export function typeSearch(text: string): void {
  clearTimeout(typing);
  trackFilter.typed = text;
  const search = text.trim();
  if (search === trackFilter.filter.search) return;
  if (search === "") trackFilter.filter.search = "";
  else typing = setTimeout(() => (trackFilter.filter.search = search), SEARCH_PAUSE_MS);
}

export const isFiltered = ({ search, start_date, users }: Readonly<TrackFilter>): boolean =>
  search !== "" || start_date !== null || users.length > 0;

/** Takes away search, dates and users. */
export const clearSearch = (): void => filterTracks({ search: "", start_date: null, end_date: null, users: [] });

export function resetTrackFilter(): void {
  clearTimeout(typing);
  Object.assign(trackFilter, initial());
}
