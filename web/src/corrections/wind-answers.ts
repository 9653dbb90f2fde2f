/** Words about winds that fit a track. */
import { howSure, type Straight } from "@leebow/core";
import { capital, listed, numberWord, wordFor } from "../format/numbers";
import { notify } from "../server/notices";
import type { FittingWind, WindChoice, WindReport } from "../session/correction-source";
import { countedKind, countsInWind } from "../session/names-in-wind";

/** "015°" */
export const wholeDegrees = (deg: number): string => `${String(Math.round(deg) % 360).padStart(3, "0")}°`;

/** Degrees of "225", "225°" or "360"; null for anything else. */
export function degreesOf(text: string): number | null {
  const match = /^\s*(\d{1,3})\s*°?\s*$/.exec(text);
  const deg = match ? Number(match[1]) : NaN;
  return deg <= 360 ? deg % 360 : null;
}

/** "Two winds fit", or the question with their directions. */
export function windHeading(
  count: number,
  form: "short" | "question",
  winds: readonly { twd_deg: number }[] = [],
): string {
  if (count === 0) return "Wind not sure here";
  if (form === "short") return count === 1 ? "One wind fits" : `${capital(numberWord(count))} winds fit`;
  const directions = winds.map(({ twd_deg }) => wholeDegrees(twd_deg));
  if (count === 1) return `The track suggests a wind from ${directions[0]}, but not surely. Was it this one?`;
  if (count === 2) return `The track fits two winds: from ${directions[0]} or from ${directions[1]}. Which one blew?`;
  return `The track fits ${numberWord(count)} winds: from ${listed(directions, "or")}. Which one blew?`;
}

type Leg = Pick<Straight, "cog_deg" | "start_time" | "end_time">;

/** Two sides whose angles differ by less are one figure, degrees. *guess* */
const SAME_ANGLE_DEG = 5;

/** Mean wind angle of the straights on each side: "legs at 80° to the wind", "legs at 110° and 50° to the wind". */
export function legText(straights: readonly Leg[], twd_deg: number): string {
  const sides = { port: { seconds: 0, sum: 0 }, starboard: { seconds: 0, sum: 0 } };
  for (const { cog_deg, start_time, end_time } of straights) {
    const angle = ((twd_deg - cog_deg + 540) % 360) - 180;
    const seconds = (Date.parse(end_time) - Date.parse(start_time)) / 1000;
    const side = sides[angle < 0 ? "port" : "starboard"];
    side.seconds += seconds;
    side.sum += Math.abs(angle) * seconds;
  }
  const angles = Object.values(sides)
    .filter(({ seconds }) => seconds > 0)
    .sort((a, b) => b.seconds - a.seconds)
    .map(({ sum, seconds }) => Math.round(sum / seconds));
  const [first, second] = angles;
  if (first === undefined) return "";
  if (second === undefined || Math.abs(first - second) < SAME_ANGLE_DEG) return `legs at ${first}° to the wind`;
  return `legs at ${first}° and ${second}° to the wind`;
}

/** Width of the fit about a wind in the ring when it has no standard deviation, degrees. *guess* */
const MIN_SD_DEG = 4;

/** How well a direction fits, [0, 1]: the sum of the candidates' densities, relative to the largest value. */
export function fitOf(
  winds: readonly { twd_deg: number; sd_deg: number; probability: number }[],
  twd_deg: number,
): number {
  const at = (deg: number) =>
    winds.reduce((sum, { twd_deg: mean, sd_deg, probability }) => {
      const sd = Math.max(MIN_SD_DEG, sd_deg);
      const off = (((deg - mean + 540) % 360) - 180) / sd;
      return sum + (probability / sd) * Math.exp(-0.5 * off * off);
    }, 0);
  const best = Math.max(...winds.map((wind) => at(wind.twd_deg)), 1e-12);
  return at(twd_deg) / best;
}

/** "from 195°, likely" */
export const windLabel = ({ twd_deg, probability }: FittingWind): string =>
  `from ${wholeDegrees(twd_deg)}, ${howSure(probability)}`;

/** Pins a wind; the notice about it takes it back. */
export function pinWind(report: WindReport, choice: WindChoice, twd_deg: number): void {
  const whole = Math.round(twd_deg) % 360;
  const before = choice.hint_deg;
  choice.onChange(whole);
  const turns = report.maneuvers.filter(({ kind }) => kind === "turn");
  const [most] = turns.length > 0 ? countsInWind(turns, whole) : [];
  notify.success(`Wind set: from ${wholeDegrees(whole)}.${most ? turnsText(turns.length, most) : ""}`, {
    label: "Undo",
    run: () => choice.onChange(before),
  });
}

/** " The 14 turns are tacks.", " Of 14 turns 9 are tacks." */
function turnsText(turns: number, { kind, count }: ReturnType<typeof countsInWind>[number]): string {
  const name = countedKind(kind, count).replace(/^\d+ /, "");
  if (turns === 1) return ` The turn is a ${name}.`;
  return count === turns
    ? ` The ${turns} turns are ${name}.`
    : ` Of ${turns} turns ${count} ${wordFor(count, "is a", "are")} ${name}.`;
}
