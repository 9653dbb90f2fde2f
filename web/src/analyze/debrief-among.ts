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
