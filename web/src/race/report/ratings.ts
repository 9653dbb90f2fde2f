/** Ratings of the boats of a day and scores in a race, as a form has them and as corrections. */

import type { RaceCorrection, RaceReport, RaceScore, RatingSystem } from "@leebow/core";
import { fromUnit, inUnit } from "../../format/units";
import { isIn, isOfRace, momentOf } from "./corrections";

interface BoatRating {
  track: string;
  /** As typed: time correction factor, or allowance in s/nm; empty without one. */
  rating: string;
  /** Minutes by which the gun of the boat's class was after that of the race, as typed. */
  start_after: string;
  score: RaceScore | "none";
}

export interface Ratings {
  system: RatingSystem;
  /** As typed, in the reader's unit of distances; empty: along the marks. */
  course: string;
  boats: BoatRating[];
}

export const SCORES: readonly RaceScore[] = ["dns", "ocs", "ufd", "bfd", "nsc", "dnf", "ret", "dsq"];

/** Least and greatest rating of a system. Outside of it the number was meant for the other one. */
export const RATING_RANGE: Record<RatingSystem, readonly [number, number]> = {
  time_on_time: [0.1, 10],
  time_on_distance: [-2000, 3000],
};

/** A number with point or comma; NaN of other text. */
export const numberOf = (text: string): number =>
  text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", "."));

/** As it is typed: with no more decimals than were typed before it was converted. */
const courseText = (length_nm: number | undefined): string =>
  length_nm === undefined ? "" : String(Number(inUnit(length_nm, "nm").toFixed(6)));

/** What the corrections say of these boats. */
export function ratingsOf(
  list: readonly RaceCorrection[],
  race: Pick<RaceReport, "start_time" | "end_time">,
  tracks: readonly string[],
): Ratings {
  const last = <Action extends RaceCorrection["action"]>(action: Action, track?: string) =>
    list.findLast(
      (one): one is Extract<RaceCorrection, { action: Action }> =>
        one.action === action &&
        (track === undefined || ("track" in one && one.track === track)) &&
        (!isOfRace(one) || isIn(one, race)),
    );
  return {
    system: last("set_handicap")?.system ?? "time_on_time",
    course: courseText(last("set_course_length")?.length_nm),
    boats: tracks.map((track) => {
      const rated = last("set_rating", track);
      const after_s = rated?.start_after_s ?? 0;
      return {
        track,
        rating: String(rated?.rating ?? ""),
        start_after: after_s === 0 ? "" : String(Number((after_s / 60).toFixed(3))),
        score: last("set_score", track)?.score ?? "none",
      };
    }),
  };
}

/** The list with these ratings of all races and these scores of one, in place of those before. */
export function withRatings(
  list: readonly RaceCorrection[],
  race: Pick<RaceReport, "start_time" | "end_time">,
  { system, course, boats }: Ratings,
): RaceCorrection[] {
  const tracks = new Set(boats.map(({ track }) => track));
  const isReplaced = (one: RaceCorrection) => {
    if (one.action === "set_handicap") return true;
    if (one.action === "set_rating") return tracks.has(one.track);
    if (one.action === "set_score") return tracks.has(one.track) && isIn(one, race);
    return one.action === "set_course_length" && isIn(one, race);
  };
  const at = momentOf(race);
  const rated = boats.filter(({ rating }) => rating.trim() !== "");
  const length_nm = fromUnit(numberOf(course), "nm");
  return [
    ...list.filter((one) => !isReplaced(one)),
    ...(rated.length > 0 ? [{ action: "set_handicap" as const, system }] : []),
    ...(system === "time_on_distance" && !Number.isNaN(length_nm)
      ? [{ action: "set_course_length" as const, at, length_nm }]
      : []),
    ...rated.map(({ track, rating, start_after }) => {
      const start_after_s = Math.round(60 * (numberOf(start_after) || 0));
      return {
        action: "set_rating" as const,
        track,
        rating: numberOf(rating),
        ...(start_after_s !== 0 && { start_after_s }),
      };
    }),
    ...boats.flatMap(({ track, score }) =>
      score === "none" ? [] : [{ action: "set_score" as const, at, track, score }],
    ),
  ];
}

interface Pasted {
  /** Ratings by the names of the boats' tracks. */
  ratings: Map<string, string>;
  /** Lines that name no boat of the race, or several, or hold no number. */
  unknown: string[];
}

/** Ratings of lines such as "Ada Smith 0.965" or "ESP 30782;650": the name of a boat, then its rating. */
export function pastedRatings(text: string, boats: readonly { track: string; names: readonly string[] }[]): Pasted {
  const ratings = new Map<string, string>();
  const unknown: string[] = [];
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== "")) {
    const match = /^(.*?)[\s;,|]+(-?\d+(?:[.,]\d+)?)\s*$/.exec(line);
    const named = match ? boats.filter(({ names }) => names.some((name) => plain(name) === plain(match[1]!))) : [];
    if (match && named.length === 1) ratings.set(named[0]!.track, match[2]!);
    else unknown.push(line.trim());
  }
  return { ratings, unknown };
}

/** Letters and digits alone: how a list of entries writes a name differs in dashes, spaces and capitals. */
const plain = (name: string): string => name.toLocaleLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
