import {
  EngineError,
  estimateFleetWinds,
  type FleetAnswer,
  type FleetWind,
  joinedWind,
  type TrackEvidence,
  windEvidence,
} from "@leebow/core/node";
import type { RaceTrackRow } from "../../access/race.ts";
import type { AppContext } from "../../platform/context.ts";
import { appliedParametersOf } from "../tracks/analyze-track.ts";
import { RESULT_FILES } from "../tracks/results.ts";
import { windLogOf } from "../tracks/wind-log.ts";

const NOT_TOGETHER =
  "The boats of this race did not sail at the same time within 4 km of each other, so they have no wind in common.";
const ALONE = "This boat did not sail at the same time and place as the others of this race.";
const NOT_READ = "This recording has no results.";
const MISSING_RECORDING = "The file of this recording is missing in the file storage.";
const MISSING_LOG = "A wind log of one of the boats is missing in the file storage; this wind is estimated without it.";

/** What is stored of the wind of a race (RACE_FILES.wind). */
export interface RaceWind {
  wind_estimates: { time: string; ewd: number; sd: number }[];
  /** Probability that it is the wrong way round; absent in results of older versions. */
  flip_probability?: number;
  /** Why there are none, or what they are without, a sentence. */
  reason: string | null;
  /** By track: whether it took part in the estimate, and why it did not, has no wind, or was without its wind log. */
  tracks: Record<number, { has_vote: boolean; reason: string | null }>;
}

/** The wind at the boats that have one, by track (RACE_FILES.boat_winds). */
export type BoatWinds = Record<number, BoatWind>;

/** Estimates one wind from all tracks of a race, and the wind at each of them. */
export async function estimateRaceWind(
  context: AppContext,
  tracks: readonly RaceTrackRow[],
): Promise<{ wind: RaceWind; boat_winds: BoatWinds }> {
  const stated: RaceWind["tracks"] = {};
  const found: { track_id: number; evidence: TrackEvidence; log_error: string | null }[] = [];
  for (const track of tracks) {
    const { evidence, reason } = await evidenceOf(context, track);
    if (evidence !== null) found.push({ track_id: track.id, evidence, log_error: reason });
    stated[track.id] = { has_vote: false, reason: evidence === null ? reason : ALONE };
  }
  const fleets = await estimateFleetWinds(found.map(({ evidence }) => evidence));
  const boat_winds: BoatWinds = {};
  for (const boat of fleets.flatMap(({ boats }) => boats)) {
    const { track_id, log_error } = found[boat.row]!;
    stated[track_id] = { has_vote: boat.has_vote, reason: boat.reason ?? log_error };
    if (boat.wind) boat_winds[track_id] = { time_ms: boat.wind.time_ms, twd_deg: boat.wind.twd_deg };
  }
  const wind = summary(fleets);
  const reason = wind.reason ?? (found.some(({ log_error }) => log_error !== null) ? MISSING_LOG : null);
  return { wind: { ...wind, reason, tracks: stated }, boat_winds };
}

/**
 * The wind of the largest fleet, and of those that sailed before or after it: races of a day. Boats far from each other are
 * fleets at the same time, of which the smaller ones are left out.
 */
function summary(fleets: readonly FleetAnswer[]): Omit<RaceWind, "tracks"> {
  const largest_first = fleets.toSorted((a, b) => b.boats.length - a.boats.length);
  const winds: FleetWind[] = [];
  for (const { wind } of largest_first) if (wind && joinedWind([...winds, wind])) winds.push(wind);
  const wind = joinedWind(winds);
  if (!wind) return { wind_estimates: [], reason: largest_first[0]?.reason ?? NOT_TOGETHER };
  const wind_estimates = wind.time_ms.map((time_ms, i) => ({
    time: new Date(time_ms).toISOString(),
    ewd: tenths(wind.twd_deg[i]!) % 360,
    sd: tenths(wind.sd_deg[i]!),
  }));
  return { wind_estimates, flip_probability: wind.flip_probability, reason: null };
}

/** Circular mean of a race's wind over its time, and the root mean square of its standard deviations, degrees. */
export function meanWind({ wind_estimates }: RaceWind): { twd_deg: number | null; twd_sd_deg: number | null } {
  if (wind_estimates.length === 0) return { twd_deg: null, twd_sd_deg: null };
  const mean = (value: (estimate: RaceWind["wind_estimates"][number]) => number) =>
    wind_estimates.reduce((sum, estimate) => sum + value(estimate), 0) / wind_estimates.length;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [east, north] = [mean(({ ewd }) => Math.sin(radians(ewd))), mean(({ ewd }) => Math.cos(radians(ewd)))];
  const twd_deg = tenths(((Math.atan2(east, north) * 180) / Math.PI + 360) % 360) % 360;
  return { twd_deg, twd_sd_deg: tenths(Math.sqrt(mean(({ sd }) => sd * sd))) };
}

export const tenths = (value: number) => Math.round(value * 10) / 10;

interface FoundEvidence {
  /** Null without any. */
  evidence: TrackEvidence | null;
  /** Why there is none, or why it is without the track's wind log. */
  reason: string | null;
}

/** The wind evidence of a track: computed once for its present results and stored beside them. */
async function evidenceOf(context: AppContext, track: RaceTrackRow): Promise<FoundEvidence> {
  const { storage } = context;
  if (!track.result_key) return { evidence: null, reason: track.error ?? NOT_READ };
  const key = `${track.result_key}/${RESULT_FILES.wind_evidence}`;
  if (await storage.open(key)) return { evidence: (await storage.read(key)).toString("utf8"), reason: null };
  if (!(await storage.open(track.source_key))) return { evidence: null, reason: MISSING_RECORDING };
  const file = { name: track.file_name, bytes: await storage.read(track.source_key) };
  const log = await windLogOf(context, track);
  try {
    const options = appliedParametersOf(track);
    // As for the track's analysis: a wind log that cannot be read any more costs the measured wind alone.
    const evidence = await windEvidence(file, options, log.file).catch((error: unknown) => {
      if (log.file) return windEvidence(file, options);
      throw error;
    });
    // A log that is missing may come back.
    if (log.error === null) await storage.write(key, Buffer.from(evidence));
    return { evidence, reason: log.error };
  } catch (error) {
    if (error instanceof EngineError) return { evidence: null, reason: error.message };
    throw error;
  }
}

/** The wind of a boat over time, in columns of equal length: UTC ms, rising; direction it blows from, degrees. */
export interface BoatWind {
  time_ms: number[];
  twd_deg: number[];
}

const wrap360 = (deg: number) => ((deg % 360) + 360) % 360;

/** Angle to the wind, 0 to 180 on starboard tack, and speed made good towards the wind and to the right of it. */
export function toWind(ewd: number, cog: number, sog: number): { etwa: number; vmg: number; lvg: number } {
  const angle = ((cog - ewd) * Math.PI) / 180;
  return { etwa: wrap360(ewd - cog), vmg: sog * Math.cos(angle), lvg: sog * Math.sin(angle) };
}
