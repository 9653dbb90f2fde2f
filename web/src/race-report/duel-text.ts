/** What is said about two boats on a leg; from the figures alone. */

import { type Duel, type DuelParts, type DuelPhase, type DuelSaid, halfWidth90 } from "@leebow/core";
import { listed } from "../format/counts";
import { amount, unitWithInterval } from "../format/numbers";
import { isClear } from "./figures";

/** Parts of the difference, in the order of the table. */
export const DUEL_PARTS = [
  { part: "speed", title: "Speed" },
  { part: "height", title: "Height" },
  { part: "shift", title: "Wind\nshift" },
  { part: "turns", title: "Turns" },
  { part: "rest", title: "Rest" },
] as const;

/** "+3.2", "−0.9", "0.0". */
export function signedMetres(metres: number): string {
  const text = amount(Math.abs(metres), 1, "m");
  return Number(text) === 0 ? text : `${metres > 0 ? "+" : "−"}${text}`;
}

/** "Both on starboard", "Apart, Jon on the right", "Coming together", "To the mark". */
export function relationText(duel: Duel, phase: DuelPhase, other: string): string {
  if (phase.relation === "to_mark") return "To the mark";
  const middle_s =
    (Date.parse(phase.start_time) + Date.parse(phase.end_time)) / 2000 - Date.parse(duel.start_time) / 1000;
  const point = duel.points.find(({ after_s }) => after_s >= middle_s);
  if (phase.relation === "same_tack") return point?.a_tack ? `Both on ${point.a_tack}` : "On the same tack";
  if (phase.relation === "together") return "Coming together";
  return point?.right_m ? `Apart, ${other} on the ${point.right_m < 0 ? "right" : "left"}` : "Apart";
}

/** The causes beyond chance, and whether the boats' order on the leg is known by them. */
export function duelSentence({ sum, said }: Duel, name: string, other: string): { said: string; doubt: string | null } {
  const clear = isClear(sum.total_m, sum.total_sd_m);
  const doubt = clear
    ? null
    : "The leg's total is smaller than its doubt. Who won the leg is known from the marks, not from this sum.";
  const total = lengthText(sum.total_m, sum.total_sd_m);
  if (said.length === 0)
    return {
      said: clear
        ? `${name} ${sum.total_m > 0 ? "gained" : "lost"} ${total} on ${other}; no single cause is beyond chance.`
        : "Too close to tell.",
      doubt,
    };
  const causes = said.map((cause) => causeText(cause, sum));
  return { said: `${name} ${listed(causes)}.`, doubt };
}

/** "3.2 ± 1 m", without its sign. */
const lengthText = (metres: number, sd: number) =>
  `${amount(Math.abs(metres), 1, "m")} ${unitWithInterval(halfWidth90(sd), 0, "m")}`;

function causeText(cause: DuelSaid, sum: DuelParts): string {
  if (cause === "lower_and_faster") return "sailed lower and faster, without a difference";
  if (cause === "higher_and_slower") return "sailed higher and slower, without a difference";
  const [metres, sd] = [sum[`${cause}_m`], sum[`${cause}_sd_m`]];
  const by = { speed: "by speed", height: "by height", shift: "by the side of the course", turns: "in turns" }[cause];
  return `${metres > 0 ? "gained" : "lost"} ${lengthText(metres, sd)} ${by}`;
}
