/** The sentences of a regression, in the words of the specification. */
import type { Regression } from "@leebow/core";
import { capital, numberWord } from "../format/counts";
import { percent } from "../format/numbers";

/** From this R² on, the direction is part of the text. *from* the specification. */
const MIN_R2_WITH_DIRECTION = 0.01;
/** Below this number of points a sentence about the small sample is added. *guess* */
const SMALL_SAMPLE_BELOW = 10;
/** Below this number of points R² is not stated unless the user selected them. *from* issue 14 */
export const MIN_POINTS = 5;

export interface Sentences {
  explains: string;
  /** Null when R² is below the threshold. */
  direction: string | null;
  few: string | null;
}

/** `plural` names the maneuvers: "tacks". */
export function sentencesOf(
  metric: string,
  plural: string,
  { r2, slope }: Pick<Regression, "r2" | "slope">,
  n: number,
): Sentences {
  return {
    explains: `${metric} explains ${percent(r2)} of the variation in maneuver loss for ${plural}.`,
    direction:
      r2 >= MIN_R2_WITH_DIRECTION
        ? `As ${metric} increases, maneuver loss ${slope > 0 ? "increases" : "decreases"}.`
        : null,
    few: n < SMALL_SAMPLE_BELOW && n > 0 ? few(n, plural) : null,
  };
}

const few = (n: number, plural: string): string =>
  `${capital(numberWord(n))} ${n === 1 ? `${plural.replace(/s$/, "")} is` : `${plural} are`} few. Take this as a hint and look at more days.`;

/** How many maneuvers with a loss are missing until R² is stated; null when none is. */
export function missingText(metric: string, plural: string, n: number): string | null {
  const missing = MIN_POINTS - n;
  if (missing <= 0) return null;
  const many =
    missing === 1
      ? `more ${plural.replace(/s$/, "")} with a measured loss is`
      : `more ${plural} with a measured loss are`;
  return `${capital(numberWord(missing))} ${many} needed to say how much of the variation ${metric} explains.`;
}
