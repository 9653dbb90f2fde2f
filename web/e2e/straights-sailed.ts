/** Straight-line analyses made through the API. */
import { expect, type Page } from "@playwright/test";
import { type Account, sharedTrack, withApi } from "./helpers";

export interface StraightSegment {
  id: number;
  seg_name: string;
  start_time: string;
  end_time: string;
}

/** A track with an analysis of all its straights. */
export interface AnalyzedTrack {
  account: Account;
  /** Of the track. */
  id: number;
  segments: StraightSegment[];
  analysis: number;
}

const tracks = new Map<string, Promise<AnalyzedTrack>>();

/** A track of this file, which the tests of one worker share, with an analysis of all its straights. */
export function straightTrack(path: string, boat_class: string): Promise<AnalyzedTrack> {
  const made = tracks.get(path) ?? sharedTrack(path, boat_class).then(({ account, id }) => analyzedTrack(account, id));
  tracks.set(path, made);
  return made;
}

/** The straights of a track and an analysis of all of them. */
export async function analyzedTrack(account: Account, id: number): Promise<AnalyzedTrack> {
  const headers = { authorization: `Bearer ${account.access}` };
  const segments = await withApi(async (api) => {
    const detail = await (await api.get(`/api/tracks/${id}/`, { headers })).json();
    return detail.segments.filter(({ label }: { label: string }) => label === "S") as StraightSegment[];
  });
  const track = { account, id, segments, analysis: 0 };
  return { ...track, analysis: await createAnalysis(track, { count: segments.length }) };
}

/** Id of an analysis of the first `count` straights; the one that exists of these. */
export async function createAnalysis(
  { account, id, segments }: AnalyzedTrack,
  { count, name = null }: { count: number; name?: string | null },
): Promise<number> {
  const headers = { authorization: `Bearer ${account.access}` };
  const data = { track: id, segments: segments.slice(0, count).map((one) => one.id), name };
  return withApi(async (api) => {
    const response = await api.post("/api/straights/", { headers, data });
    expect([201, 409], await response.text()).toContain(response.status());
    return (await response.json()).id;
  });
}

export async function openAnalysis(page: Page, id: number): Promise<void> {
  await page.goto(`/straight-analysis/${id}`);
  await expect(page.getByRole("table", { name: "Track Data" })).toBeVisible({ timeout: 20_000 });
}
