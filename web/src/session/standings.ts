/** Places and gaps of the boats of a replay at any moment of their races, from the report of the race. */
import {
  HALF_WIDTH_90_SD,
  type NextMark,
  nextMark,
  type RaceBoat,
  type RaceColumns,
  type RaceDay,
  type RaceReport,
} from "@leebow/core";
import type { MapCourse } from "../map/course";
import { rowAt } from "../playback/rows";
import { courseLines, coursePoints } from "./boat-path";

interface Standing {
  place: number;
  /** False where the boat and another one could be the other way round. */
  is_sure: boolean;
  behind_s: number;
}

export interface Standings {
  /** The guns of the races, ms, rising. */
  guns_ms: readonly number[];
  /** What the map draws of each race. */
  courses: readonly MapCourse[];
  /** Of the boats in their order in the replay; null for one whose place is not known. */
  at: (time_ms: number) => (Standing | null)[];
  /** To which mark a boat, by its index in the replay, sails; null where it is not known. */
  next: (index: number, time_ms: number) => NextMark | null;
}

/** Longest time without a row over which a place holds, ms. */
const MAX_STEP_MS = 10_000;

interface Raced {
  boat: RaceBoat;
  columns: RaceColumns;
}

interface Progress {
  index: number;
  progress_m: number;
  behind_s: number;
  sd_s: number;
}

/** `ids`: of each boat of the replay, the first of its tracks, by which the report names it. */
export function standingsOf(day: RaceDay, columns: readonly RaceColumns[][], ids: readonly number[]): Standings {
  const races = day.races.map((race, at) => ({
    race,
    start_ms: Date.parse(race.start_time),
    end_ms: Date.parse(race.end_time),
    boats: ids.map((id): Raced | null => {
      const boat = race.boats.find(({ track }) => track === String(id));
      const own = columns[at]?.find(({ track }) => track === String(id));
      return boat && own && own.time_ms.length > 0 ? { boat, columns: own } : null;
    }),
  }));
  const raceAt = (time_ms: number) =>
    races.findLast(({ start_ms, end_ms }) => time_ms >= start_ms && time_ms <= end_ms);
  return {
    guns_ms: races.map(({ start_ms }) => start_ms).sort((a, b) => a - b),
    courses: day.races.map(mapCourse).sort((a, b) => a.start_ms - b.start_ms),
    at: (time_ms) => {
      const race = raceAt(time_ms);
      return race ? placesAt(race.boats, time_ms) : ids.map(() => null);
    },
    next: (index, time_ms) => {
      const sailed = raceAt(time_ms);
      const raced = sailed?.boats[index];
      return raced ? nextMark(sailed.race, raced.boat, time_ms) : null;
    },
  };
}

function mapCourse(race: RaceReport): MapCourse {
  const points = coursePoints(race);
  return {
    start_ms: Date.parse(race.start_time),
    marks: points.map(({ lon, lat, label, basis }) => ({ lon, lat, label, isEstimated: basis === "estimated" })),
    lines: courseLines(points),
  };
}

function placesAt(boats: readonly (Raced | null)[], time_ms: number): (Standing | null)[] {
  const known = boats.flatMap((raced, index) => (raced && progressAt(raced, index, time_ms)) ?? []);
  const order = known.sort((a, b) => b.progress_m - a.progress_m || a.behind_s - b.behind_s);
  const found: (Standing | null)[] = boats.map(() => null);
  order.forEach((own, at) => {
    const isClose = (other: Progress | undefined) =>
      other !== undefined &&
      Math.abs(other.behind_s - own.behind_s) < HALF_WIDTH_90_SD * Math.hypot(other.sd_s, own.sd_s);
    found[own.index] = {
      place: at + 1,
      is_sure: !isClose(order[at - 1]) && !isClose(order[at + 1]),
      behind_s: own.behind_s,
    };
  });
  return found;
}

/** How far along the course a boat was; beyond its end for one that has finished. */
function progressAt({ boat, columns }: Raced, index: number, time_ms: number): Progress | null {
  const end = boat.state === "finished" ? boat.passings.at(-1) : null;
  if (end && time_ms >= Date.parse(end.time))
    return { index, progress_m: Number.POSITIVE_INFINITY, behind_s: end.behind_s, sd_s: end.sd_s };
  const row = rowAt(columns.time_ms, time_ms);
  if (row < 0 || time_ms - columns.time_ms[row]! > MAX_STEP_MS || Number.isNaN(columns.progress_m[row]!)) return null;
  const [progress_m, behind_s] = [columns.progress_m[row]!, columns.behind_s[row]!];
  return { index, progress_m, behind_s, sd_s: columns.behind_sd_s[row]! };
}
