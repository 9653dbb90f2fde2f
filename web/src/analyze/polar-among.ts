import type { FileAnalysis } from "@leebow/core";

/** One session has a polar from this much time straight, s. *guess*: at a shorter one no curve is longer than some degrees. */
const LEAST_STRAIGHT_S = 600;

type Times = Pick<FileAnalysis, "start_time" | "end_time">;

/** Whether a report has a polar: with other files, or by itself if it has enough. */
export function hasPolar({ straights }: Pick<FileAnalysis, "straights">, files: readonly { data: unknown }[]): boolean {
  const straight_ms = straights.reduce((sum, one) => sum + Date.parse(one.end_time) - Date.parse(one.start_time), 0);
  return files.filter(({ data }) => data !== null).length > 1 || straight_ms >= LEAST_STRAIGHT_S * 1000;
}

/**
 * The sessions that are of the same sailor as one of them: all, unless files overlap in time. Those are boats of a fleet,
 * and files of other days may be of any of them.
 */
export function sameSailor<Session extends Times>(own: Session, all: readonly Session[]): readonly Session[] {
  const isFleet = all.some((one, at) => all.some((other, index) => index > at && overlap(one, other)));
  return isFleet ? [own] : all;
}

const overlap = (a: Times, b: Times): boolean =>
  Date.parse(a.start_time) < Date.parse(b.end_time) && Date.parse(b.start_time) < Date.parse(a.end_time);
