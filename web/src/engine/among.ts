import {
  type Core,
  type Debrief,
  type DebriefRace,
  type DebriefTrack,
  debriefRacesOf,
  debriefTrackOf,
  type FileAnalysis,
  type RaceTrack,
  raceTrackOf,
  type SessionSummary,
  type TrackColumns,
} from "@leebow/core";

/** A session as the debrief of itself or of another one takes it. */
export interface SessionToDebrief {
  session: DebriefTrack;
  racing: RaceTrack;
}

/** Of the file with this number. Files may have the same name. */
export function sessionToDebrief(id: number, { report, columns }: Analysed): SessionToDebrief {
  const named = { ...report, name: String(id) };
  return { session: debriefTrackOf(named, columns), racing: raceTrackOf(named, columns) };
}

interface Analysed {
  report: FileAnalysis;
  columns: TrackColumns;
}

/** The boat of the file with this number. */
export const boatToRace = (id: number, { report, columns }: Analysed): RaceTrack =>
  raceTrackOf({ ...report, name: String(id) }, columns);

/**
 * The debrief of a session among other files. Where files overlap in time they are boats of a fleet, and those of other
 * days may be of other crews; else all are taken for sessions of one sailor.
 */
export async function debriefAmong(
  core: Core,
  own: SessionToDebrief,
  others: readonly SessionToDebrief[],
): Promise<Debrief> {
  const all = [own, ...others];
  const isFleet = all.some((one, at) => all.some((other, index) => index > at && overlap(one.racing, other.racing)));
  const boats = isFleet ? others.filter(({ racing }) => overlap(own.racing, racing)) : [];
  let races: DebriefRace[] = [];
  if (boats.length > 0) {
    const { day } = await core.races([own, ...boats].map(({ racing }) => racing));
    races = debriefRacesOf(day.races, own.session.facts.name ?? "");
  }
  const earlier: SessionSummary[] = [];
  if (!isFleet) for (const { session } of others) earlier.push(await core.debrief_summary(session));
  return core.debrief(
    own.session,
    boats.map(({ session }) => session),
    { earlier, races },
  );
}

const overlap = (a: RaceTrack, b: RaceTrack): boolean =>
  a.time_ms[0]! < b.time_ms.at(-1)! && b.time_ms[0]! < a.time_ms.at(-1)!;

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
  const isFleet = all.some((one, at) => all.some((other, index) => index > at && overlapInTime(one, other)));
  return isFleet ? [own] : all;
}

const overlapInTime = (a: Times, b: Times): boolean =>
  Date.parse(a.start_time) < Date.parse(b.end_time) && Date.parse(b.start_time) < Date.parse(a.end_time);

/** Numbers of objects, in the order in which they were first asked for: keys of what was made of them. */
const numbers = new WeakMap<object, number>();
let objects = 0;

export function numberOf(object: object): number {
  const number = numbers.get(object) ?? objects++;
  numbers.set(object, number);
  return number;
}
