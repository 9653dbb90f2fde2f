/** The recordings of the demo account and of the people it sails with, as if made in the weeks and months before a day. */
import { demoSessions } from "@leebow/core/node";

export const DAY_MS = 24 * 3600 * 1000;

/** One recording of the demo; writeSession of core/js writes it. */
export interface DemoRecording {
  /** Name of the file; its first ten characters are the day, YYYY-MM-DD in UTC. */
  file_name: string;
  format: string;
  spec: { class: string; start_time_ms: number; minutes: number };
  /** Whose it is: 0 the demo account's, n the n-th of the sailors of the race. */
  boat: number;
  /** Name of the wind log that is used for it; null without one. */
  wind_name: string | null;
  /** Of the months before: the account shows nothing else about it. */
  is_older: boolean;
}

/** Days before the demo's day, by the name of the simulator's session without its date. */
const DAYS_BEFORE: Record<string, number> = {
  "ILCA Weymouth.gpx": 17,
  "49er Kiel.fit": 13,
  "470 Hyeres.csv": 9,
  "Formula Kite Palma.csv": 5,
  "J70 Biscayne Bay.gpx": 3,
};
const LONGEST_DAYS = 17;
/** Sessions that no wind station watched. */
const WITHOUT_WIND = ["Formula Kite Palma.csv"];

/** A day of training, with what differs from the first session of the simulator. */
interface TrainingDay {
  name: string;
  days_before: number;
  seed: number;
  tws_kn: number;
  twd_deg: number;
  sailing?: { tiredness: number };
}

/** Other days of the class of the race, so that the dashboard has a course of weeks: wind speed (kn) and direction. */
const TRAINING: TrainingDay[] = [
  { name: "49er Kiel Training.fit", days_before: 15, seed: 31, tws_kn: 8, twd_deg: 262 },
  { name: "49er Kiel Heavy Air.fit", days_before: 7, seed: 52, tws_kn: 18, twd_deg: 248 },
];

/** Days of it in the months before, when the crew tired sooner, so that the season has a course and the polar a target. */
const MONTHS_BEFORE = [
  { days_before: 37, seed: 33, tws_kn: 12, twd_deg: 255, tiredness: 0.2 },
  { days_before: 44, seed: 34, tws_kn: 10, twd_deg: 268, tiredness: 0.2 },
  { days_before: 67, seed: 35, tws_kn: 12, twd_deg: 245, tiredness: 0.6 },
  { days_before: 74, seed: 36, tws_kn: 11, twd_deg: 259, tiredness: 0.6 },
  { days_before: 97, seed: 37, tws_kn: 14, twd_deg: 251, tiredness: 1 },
  { days_before: 104, seed: 38, tws_kn: 13, twd_deg: 264, tiredness: 1 },
].map(({ tiredness, ...day }, i) => ({ ...day, name: `49er Kiel Training ${i + 2}.fit`, sailing: { tiredness } }));

export const RACE_BOATS = 6;
/** The demo account's crew in the race: tacking worse than on its other days, which its debrief says first. */
const RACE_CREW = { seed: 1867, sailing: { tiredness: 1, session_effect: 7 } } as const;
const RACE = { days_before: 2, seed: 60, wind_seed: 77, minutes: 40, shift_at_min: 22 } as const;
const COURSE = { laps: 3, leg_m: 1000, first_gun_min: 4, line_m: 110 };
/** The wind veers 9° at this minute of the race. */
export const RACE_SHIFT_MIN = RACE.shift_at_min;
export const RACE_NAME = "Club Championship, race 3";
const RACE_WIND = "Kiel race committee.nmea";

/** Start of the day (UTC) of an instant, ms. */
export const dayOf = (time_ms: number): number => Math.floor(time_ms / DAY_MS) * DAY_MS;

/** After this many days the recordings are made anew, so that those of the last weeks are never older than four. */
export const RENEW_AFTER_DAYS = 28 - 1 - LONGEST_DAYS;

/** All recordings, as if made before this day (ms of its start). The same day gives the same recordings. */
export function demoRecordings(day_ms: number): DemoRecording[] {
  const [first] = demoSessions();
  const own = demoSessions().map(({ name, format, spec }) => {
    const place = name.slice(11);
    return recording(place, format, startOf(spec, day_ms - DAYS_BEFORE[place]! * DAY_MS));
  });
  const training = ({ name, days_before, ...conditions }: TrainingDay) =>
    recording(name, "fit", startOf({ ...first!.spec, ...conditions, minutes: 30 }, day_ms - days_before * DAY_MS));
  const older = MONTHS_BEFORE.map((day) => ({ ...training(day), is_older: true }));
  return [...own, ...TRAINING.map(training), ...raceRecordings(first!.spec, day_ms), ...older];
}

/** The wind log of a recording as an anchored boat would write it: the spec of its session. */
export const windSpecOf = ({ spec }: DemoRecording): object => spec;

function raceRecordings(spec: object, day_ms: number): DemoRecording[] {
  const { days_before, seed, ...wind } = RACE;
  const shifts = { tws_kn: 12, oscillation_deg: 4, trend_deg_per_h: 0, shift_deg: 9 };
  const shared = { ...spec, ...wind, ...shifts, mistakes: 1, scenario: "race", race: COURSE };
  return Array.from({ length: RACE_BOATS }, (_, boat) => {
    const crew = boat === 0 ? RACE_CREW : { seed: seed + boat };
    const own = startOf({ ...shared, ...crew } as object, day_ms - days_before * DAY_MS);
    return { ...recording(`49er Kiel Race ${boat + 1}.fit`, "fit", own), boat, wind_name: RACE_WIND };
  });
}

/** Names of the files of all demo recordings without their days, and those of the wind logs. */
export function demoNames(): { recordings: ReadonlySet<string>; winds: ReadonlySet<string> } {
  const all = demoRecordings(0);
  return {
    recordings: new Set(all.map(({ file_name }) => placeOf(file_name))),
    winds: new Set(all.flatMap(({ wind_name }) => wind_name ?? [])),
  };
}

/** A file's name without its day. */
export const placeOf = (file_name: string): string => file_name.slice(11);

/** The spec at the same time of another day. */
function startOf(spec: object, day_ms: number) {
  const { start_time_ms } = spec as { start_time_ms: number };
  return { ...spec, start_time_ms: day_ms + (start_time_ms % DAY_MS) } as DemoRecording["spec"];
}

function recording(place: string, format: string, spec: DemoRecording["spec"]): DemoRecording {
  const date = new Date(spec.start_time_ms).toISOString().slice(0, 10);
  const wind_name = WITHOUT_WIND.includes(place) ? null : `${place.replace(/\.\w+$/, "")} wind.nmea`;
  return { file_name: `${date} ${place}`, format, spec, boat: 0, wind_name, is_older: false };
}
