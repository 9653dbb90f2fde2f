import { loadPolars, loadRaces } from "#load-wasm";
import type { RawRaceAnalysis, RawRaceTrack } from "./raw.ts";

let loaded: ReturnType<typeof loadRaces> | undefined;
let loaded_polars: ReturnType<typeof loadPolars> | undefined;

/** The analysis of races in WASM. Its module is loaded at the first call of a thread. */
export async function racesOfWasm(facts: string, tracks: RawRaceTrack[], options: string): Promise<RawRaceAnalysis> {
  return (await copyIn(tracks)).races(facts, options);
}

/** Two boats on a leg, as JSON. */
export async function duelOfWasm(
  facts: string,
  tracks: RawRaceTrack[],
  options: string,
  request: string,
): Promise<string> {
  return (await copyIn(tracks)).duel(facts, options, request);
}

/** Copies tracks into WASM memory. What is made of them takes them by value, which frees them. */
async function copyIn(tracks: RawRaceTrack[]) {
  loaded ??= loadRaces();
  const { RawRaceTracks } = await loaded;
  const day = new RawRaceTracks();
  for (const track of tracks) {
    const { time_ms, lat_deg, lon_deg, sog_mps, cog_deg, ewd_deg, ewd_sd_deg } = track;
    day.push(time_ms, lat_deg, lon_deg, sog_mps, cog_deg, ewd_deg, ewd_sd_deg);
  }
  return day;
}

/** The debrief of the first of these tracks in WASM, JSON. */
export async function debriefOfWasm(facts: string, tracks: RawRaceTrack[], options: string): Promise<string> {
  return (await copyIn(tracks)).debrief(facts, options);
}

/** The summary of a session in WASM, JSON. */
export async function debriefSummaryOfWasm(facts: string, track: RawRaceTrack): Promise<string> {
  return (await copyIn([track])).debrief_summary(facts);
}

/** What is stored of a session for its polar, in WASM, JSON. */
export async function polarSummaryOfWasm(facts: string, track: RawRaceTrack): Promise<string> {
  const { time_ms, lat_deg, lon_deg, sog_mps, cog_deg } = track;
  return (await polars()).polar_summary(facts, time_ms, lat_deg, lon_deg, sog_mps, cog_deg);
}

/** The polar of sessions in WASM, JSON. */
export async function polarOfWasm(sessions: string, options: string): Promise<string> {
  return (await polars()).polar(sessions, options);
}

function polars() {
  loaded_polars ??= loadPolars();
  return loaded_polars;
}
