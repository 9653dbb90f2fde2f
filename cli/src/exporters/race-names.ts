import type { RaceDay, RaceReport } from "@leebow/core";
import type { RaceDuel } from "./race-duel.ts";
import type { RaceTargetResult } from "./race-target.ts";

interface Named {
  day: RaceDay;
  duels: readonly RaceDuel[] | null;
  target: RaceTargetResult | null;
}

/** Boats of a day under the names of their recordings, without the folder that all of them are in. */
export function withoutFolder<D extends Named>(result: D): D {
  const { day, duels, target } = result;
  const folder = sharedFolder(day.races.flatMap(({ tracks }) => tracks));
  const short = (track: string) => (track.startsWith(folder) ? track.slice(folder.length) : track);
  return {
    ...result,
    day: { ...day, races: day.races.map((race) => renamed(race, short)) },
    duels: duels?.map((duel) => ({ ...duel, a: short(duel.a), b: short(duel.b) })) ?? null,
    target: target && {
      ...target,
      races: target.races.map((race) => ({
        ...race,
        boats: race.boats.map((boat) => ({ ...boat, track: short(boat.track) })),
      })),
    },
  };
}

function renamed(race: RaceReport, short: (track: string) => string): RaceReport {
  const boat = <B extends { track: string }>(value: B): B => ({ ...value, track: short(value.track) });
  const { boats, handicap, notes } = race;
  return {
    ...race,
    boats: boats.map(boat),
    handicap: handicap && { ...handicap, boats: handicap.boats.map(boat) },
    notes: notes.map((note) =>
      note.track === null
        ? note
        : { ...boat({ ...note, track: note.track }), text: note.text.replace(note.track, short) },
    ),
  };
}

/** The folder that all paths begin with, with its last slash; empty where they have none in common. */
function sharedFolder([first = "", ...others]: readonly string[]): string {
  let end = first.lastIndexOf("/") + 1;
  while (end > 0 && !others.every((path) => path.startsWith(first.slice(0, end)))) {
    end = first.lastIndexOf("/", end - 2) + 1;
  }
  return first.slice(0, end);
}
