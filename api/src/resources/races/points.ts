import { KN_PER_MPS } from "@leebow/core";
import { type StoredTrack, trackOfArrow, windReader } from "@leebow/core/node";
import type { RaceTrackRow } from "../../access/race.ts";
import { findTrack } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { LIMITS } from "../../platform/limits.ts";
import { readIdentifiedReport } from "../tracks/facts.ts";
import { pointWriter, segmentsOf } from "../tracks/points.ts";
import { RESULT_FILES, sailedResults } from "../tracks/results.ts";
import type { TrackSegment } from "../tracks/schema.ts";
import { boatsOf } from "./boats.ts";
import { presentBoat } from "./present.ts";
import { type BoatWind, type BoatWinds, type RaceWind, tenths, toWind } from "./wind.ts";

const ROWS_PER_PIECE = 1000;

/** What is written of a race: the tracks that have results, and the wind. */
export interface RaceToWrite {
  tracks: readonly RaceTrackRow[];
  wind: RaceWind | null;
  boat_winds: BoatWinds;
}

/** One track of a boat, with the id of its first point in the boat's numbering. */
interface Leg {
  stored: StoredTrack;
  wind: BoatWind | undefined;
  segments: TrackSegment[];
  first_id: number;
}

/** Every how many fixes one is written, so that the points of all tracks stay within a limit. */
function pointsEvery(tracks: readonly Pick<RaceTrackRow, "points">[]): number {
  const points = tracks.reduce((sum, track) => sum + (track.points ?? 0), 0);
  return Math.max(1, Math.ceil(points / LIMITS.race_points));
}

/** The JSON of a race's boats with their points, as what follows the race's own fields; in pieces. */
export async function* racePieces(context: AppContext, race: RaceToWrite): AsyncGenerator<string> {
  const every = pointsEvery(race.tracks);
  yield `,"points_every":${every},"track":[`;
  for (const [i, boat] of boatsOf(race.tracks).entries()) {
    const legs = await legsOf(context, boat, race.boat_winds, every);
    const segments = legs.flatMap((leg) => leg.segments);
    const own = JSON.stringify({ ...presentBoat(boat, race.wind), segments });
    yield `${i > 0 ? "," : ""}${own.slice(0, -1)},"trackpoints":[`;
    yield* inTurns(legs, every, (leg) => pointWriter(leg.stored, context.core.channels));
    yield '],"racepoints":[';
    yield* inTurns(legs, every, racepointWriter);
    yield "]}";
  }
  yield "]}";
}

/** The tracks of a boat that have results; offsets of the segments are those in the boat's points. */
async function legsOf(
  context: AppContext,
  boat: readonly RaceTrackRow[],
  winds: BoatWinds,
  every: number,
): Promise<Leg[]> {
  const legs: Leg[] = [];
  let first_id = 0;
  for (const { id } of boat) {
    const track = await findTrack(context.db, id);
    if (!track?.result_key) continue;
    const folder = await sailedResults(context, track.result_key);
    const stored = trackOfArrow(await context.storage.read(`${folder}/${RESULT_FILES.columns}`));
    const shift = (index: number) => first_id + Math.ceil(index / every);
    const segments = segmentsOf(await readIdentifiedReport(context, track, sailedResults)).map((segment) => ({
      ...segment,
      start: shift(segment.start),
      finish: shift(segment.finish),
    }));
    legs.push({ stored, wind: winds[id], segments, first_id });
    first_id += Math.ceil(stored.columns.n / every);
  }
  return legs;
}

type RowWriter = (i: number, id: number) => string;

/** Rows of all legs, separated by commas; other work has its turn after each piece. */
async function* inTurns(legs: readonly Leg[], every: number, writerOf: (leg: Leg) => RowWriter) {
  for (const leg of legs) {
    const write = writerOf(leg);
    const rows = Math.ceil(leg.stored.columns.n / every);
    for (let from = 0; from < rows; from += ROWS_PER_PIECE) {
      const texts: string[] = [];
      for (let row = from; row < Math.min(from + ROWS_PER_PIECE, rows); row++) {
        texts.push(write(row * every, leg.first_id + row));
      }
      yield (leg.first_id + from === 0 ? "" : ",") + texts.join(",");
      await new Promise((turn) => setImmediate(turn));
    }
  }
}

/** Writes one fix against the race's wind, speeds in knots. */
function racepointWriter({ stored: { columns }, wind }: Leg): RowWriter {
  const { sog, cog } = columns.channels;
  const ewdAt = wind && windReader(wind);
  return (i, id) => {
    const ewd = ewdAt ? ewdAt(columns.time_ms[i]!) : NaN;
    const { etwa, vmg, lvg } = toWind(ewd, cog?.[i] ?? NaN, (sog?.[i] ?? NaN) * KN_PER_MPS);
    const estimate = Number.isFinite(ewd) ? `{"ewd":${tenths(ewd) % 360}}` : "null";
    return `{"id":${id},"race_wind_estimate":${estimate},"etwa":${json(etwa)},"vmg":${json(vmg)},"lvg":${json(lvg)}}`;
  };
}

const json = (value: number) => (Number.isFinite(value) ? String(Math.round(value * 100) / 100) : "null");
