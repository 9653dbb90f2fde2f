/** The corrections of a race by hand: lists of them, and what each is about. */
import type { RaceCorrection, RaceReport } from "@leebow/core";

/** Corrections of one race, which name a moment of it; the others are about a boat or all races of the day. */
type InRace = Extract<RaceCorrection, { at: string }>;
export const isOfRace = (one: RaceCorrection): one is InRace => "at" in one;

/** A moment of the race that stays within it when its ends are found elsewhere: its middle. */
export const momentOf = ({ start_time, end_time }: Pick<RaceReport, "start_time" | "end_time">): string =>
  new Date((Date.parse(start_time) + Date.parse(end_time)) / 2).toISOString();

export const isIn = ({ at }: InRace, { start_time, end_time }: Pick<RaceReport, "start_time" | "end_time">) =>
  Date.parse(at) >= Date.parse(start_time) && Date.parse(at) <= Date.parse(end_time);

/** What a correction sets; a later one of the same thing takes the place of an earlier one. */
function subjectOf(correction: InRace): string {
  switch (correction.action) {
    case "place_mark":
      return `mark ${correction.waypoint} ${correction.mark}`;
    case "place_line_end":
    case "set_finish":
      return `${correction.action} ${correction.end}`;
    case "exclude_boat":
    case "set_score":
      return `${correction.action} ${correction.track}`;
    default:
      return correction.action;
  }
}

/** The list with these corrections of a race, in place of those of the same subjects. */
export function withCorrections(
  list: readonly RaceCorrection[],
  race: Pick<RaceReport, "start_time" | "end_time">,
  added: readonly InRace[],
): RaceCorrection[] {
  const subjects = new Set(added.map(subjectOf));
  const isReplaced = (one: RaceCorrection) => isOfRace(one) && isIn(one, race) && subjects.has(subjectOf(one));
  return [...list.filter((one) => !isReplaced(one)), ...added];
}

/**
 * A list that was made from `base`, as made from `latest` instead, the one that somebody else has stored since: without
 * what the user took out, with what the user added.
 */
export function rebased(
  list: readonly RaceCorrection[],
  base: readonly RaceCorrection[],
  latest: readonly RaceCorrection[],
): RaceCorrection[] {
  const textOf = (one: RaceCorrection) => JSON.stringify(one);
  const [kept, before] = [new Set(list.map(textOf)), new Set(base.map(textOf))];
  const removed = new Set([...before].filter((text) => !kept.has(text)));
  const added = list.filter((one) => !before.has(textOf(one)));
  return [...latest.filter((one) => !removed.has(textOf(one))), ...added];
}

const PLACED = new Set<RaceCorrection["action"]>(["place_mark", "place_line_end", "set_finish", "set_gun"]);

/** Whether something of this race is set by hand that its analysis estimates otherwise. */
const isPlaced = (one: RaceCorrection, race: Pick<RaceReport, "start_time" | "end_time">) =>
  isOfRace(one) && PLACED.has(one.action) && isIn(one, race);

export const placedCount = (list: readonly RaceCorrection[], race: Pick<RaceReport, "start_time" | "end_time">) =>
  list.filter((one) => isPlaced(one, race)).length;

/** The list without the marks, line ends and gun of this race that were set by hand. */
export const withoutPlaced = (
  list: readonly RaceCorrection[],
  race: Pick<RaceReport, "start_time" | "end_time">,
): RaceCorrection[] => list.filter((one) => !isPlaced(one, race));
