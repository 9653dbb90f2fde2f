/** What a correction of a race says, as a sentence without its full stop. */

import type { RaceCorrection } from "@leebow/core";
import { minutesAndSeconds } from "../format/durations";
import { fixed, withUnit } from "../format/numbers";

const ENDS = { pin: "pin end", committee: "committee boat's end" };

export function correctionText(
  one: RaceCorrection,
  nameOf: (track: string) => string,
  timeOf: (iso: string) => string,
  /** Start of the race that has a moment. */
  raceOf: (iso: string) => string,
): string {
  switch (one.action) {
    case "set_gun":
      return `Gun at ${timeOf(one.gun_time)}`;
    case "set_clock":
      return `Clock of ${nameOf(one.track)}: ${fixed(Math.abs(one.ahead_s), 1)} s ${one.ahead_s < 0 ? "behind" : "ahead"}`;
    case "place_mark":
      return `Mark ${one.waypoint}${one.mark === 1 ? ", the second of the gate," : ""} placed, race of ${raceOf(one.at)}`;
    case "place_line_end":
      return `Starting line, ${ENDS[one.end]} placed, race of ${raceOf(one.at)}`;
    case "set_finish":
      return `Finishing line, ${ENDS[one.end]} placed, race of ${raceOf(one.at)}`;
    case "merge_race":
      return `The race of ${raceOf(one.at)} joined with the next one`;
    case "split_race":
      return `A race begins at ${timeOf(one.at)}`;
    case "exclude_boat":
      return `${nameOf(one.track)} took no part in the race of ${raceOf(one.at)}`;
    case "set_handicap":
      return one.system === "time_on_time" ? "Ratings are time on time" : "Ratings are time on distance";
    case "set_rating": {
      const after_s = one.start_after_s ?? 0;
      const start =
        after_s === 0
          ? ""
          : `, class start ${minutesAndSeconds(Math.abs(after_s))} ${after_s < 0 ? "before" : "after"} the gun`;
      return `Rating of ${nameOf(one.track)}: ${one.rating}${start}`;
    }
    case "set_course_length":
      return `Course of ${withUnit(one.length_nm, 2, "nm")}, race of ${raceOf(one.at)}`;
    case "set_score":
      return `${nameOf(one.track)}: ${one.score.toUpperCase()}, race of ${raceOf(one.at)}`;
  }
}
