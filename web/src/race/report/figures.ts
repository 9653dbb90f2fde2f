/** The figures of the focus boat in the head of a race report. */

import { HALF_WIDTH_90_SD, type RaceBoat, type RaceReport } from "@leebow/core";
import { distance } from "../../format/numbers";
import { minutesSeconds } from "../../format/times";
import { unitName } from "../../format/units";

interface HeadFigure {
  name: string;
  value: string;
  unit?: string;
}

/** Whether a value is beyond its uncertainty: its 90 % interval does not hold 0. */
export const isClear = (value: number, sd: number): boolean => Math.abs(value) > HALF_WIDTH_90_SD * sd;

/** "4", or "3 to 5" where the place is not sure. */
export const placesText = ([best, worst]: readonly [number, number]): string =>
  best === worst ? String(best) : `${best} to ${worst}`;

/** Seconds behind: "first", "0:03", "12:40". */
export const behindText = (behind_s: number): string => (behind_s <= 0 ? "first" : `+${minutesSeconds(behind_s)}`);

const lastPassing = ({ passings }: RaceBoat) => passings.findLast((one) => one !== null) ?? null;

/** How far the boat finished behind the first one, s; null where she did not. */
export const behindAtFinish = (boat: RaceBoat): number | null =>
  boat.state === "finished" ? (lastPassing(boat)?.behind_s ?? null) : null;

const STATES: Record<RaceBoat["state"], string> = {
  finished: "",
  retired: "did not finish",
  course_differs: "sailed another course",
  late: "joined late",
};

/** What is said of a boat without a place. */
const stateText = ({ state }: Pick<RaceBoat, "state">): string => STATES[state];

/** The six figures of a boat. `shortOf`: the name of another boat in a comparison. */
export function headFigures(race: RaceReport, boat: RaceBoat, shortOf: (track: string) => string): HeadFigure[] {
  const ranked = race.boats.filter(({ place }) => place !== null).length;
  const others = race.boats.filter((one) => one.place !== null && one.track !== boat.track);
  const rival = others.toSorted((a, b) => a.place! - b.place!)[0] ?? null;
  return [
    placeFigure(boat, ranked),
    behindFigure(race, boat),
    afterMinute(boat, race.boats.length),
    bestLeg(boat),
    sailedFigure(boat, rival, shortOf),
    turnsFigure(boat, rival, shortOf),
  ];
}

function placeFigure(boat: RaceBoat, ranked: number): HeadFigure {
  if (boat.place === null) return { name: "Place", value: "–", unit: stateText(boat) };
  return { name: "Place", value: String(boat.place), unit: `of ${ranked}${boat.place_sure ? "" : ", not sure"}` };
}

/** Without a finish it is the gap at the last mark. */
function behindFigure({ waypoints }: RaceReport, boat: RaceBoat): HeadFigure {
  const behind_s = behindAtFinish(boat);
  const name = waypoints.at(-1)?.kind === "finish" ? "Behind the winner" : "Behind the first at the last mark";
  if (behind_s === null) return { name, value: "–" };
  return { name, value: minutesSeconds(behind_s), unit: behind_s <= 0 ? "min, first" : "min" };
}

function afterMinute({ start }: RaceBoat, boats: number): HeadFigure {
  const places = start?.places_after_60_s ?? null;
  if (!places) return { name: "After the first minute", value: "–", unit: "not known" };
  return { name: "After the first minute", value: placesText(places), unit: `of ${boats}` };
}

/** The leg that gained most against the median boat, if its gain is beyond its uncertainty. */
function bestLeg({ legs }: RaceBoat): HeadFigure {
  const gains = legs.flatMap((leg, at) =>
    leg && leg.gain_s > 0 && isClear(leg.gain_s, leg.gain_sd_s) ? [{ at, gain_s: leg.gain_s }] : [],
  );
  const best = gains.toSorted((a, b) => b.gain_s - a.gain_s)[0];
  if (!best) return { name: "Best leg", value: "–", unit: "no clear gain" };
  return { name: "Best leg", value: `Leg ${best.at + 1}`, unit: `${Math.round(best.gain_s)} s gained` };
}

function sailedFigure(boat: RaceBoat, rival: RaceBoat | null, shortOf: (track: string) => string): HeadFigure {
  if (boat.sailed_m === null) return { name: "Sailed", value: "–" };
  const figure = { name: "Sailed", value: distance(boat.sailed_m) };
  const unit = unitName("mi");
  if (!rival?.sailed_m) return { ...figure, unit };
  const more_pct = Math.round(100 * (boat.sailed_m / rival.sailed_m - 1));
  const said = more_pct === 0 ? "as far as" : `${Math.abs(more_pct)} % ${more_pct > 0 ? "more" : "less"} than`;
  return { ...figure, unit: `${unit}, ${said} ${shortOf(rival.track)}` };
}

/** Tacks and gybes of the whole race; null where a leg of it is not known. */
export function turnsOf({ legs }: RaceBoat): number | null {
  if (legs.length === 0 || legs.includes(null)) return null;
  return legs.reduce((sum, leg) => sum + leg!.tacks + leg!.gybes, 0);
}

function turnsFigure(boat: RaceBoat, rival: RaceBoat | null, shortOf: (track: string) => string): HeadFigure {
  const own = turnsOf(boat);
  if (own === null) return { name: "Tacks and gybes", value: "–" };
  const theirs = rival && turnsOf(rival);
  if (!rival || theirs === null) return { name: "Tacks and gybes", value: String(own) };
  const more = own - theirs;
  const said = more === 0 ? "as many as" : `${Math.abs(more)} ${more > 0 ? "more" : "fewer"} than`;
  return { name: "Tacks and gybes", value: String(own), unit: `${said} ${shortOf(rival.track)}` };
}
