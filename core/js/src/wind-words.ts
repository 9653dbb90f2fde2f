/** How sure a wind of the track is, in words, the same in all programs. */
import type { Wind } from "./core.ts";

/**
 * Least probabilities of the words. *measured* (docs/truth.md, reliability of the probabilities of winds): of candidates given
 * less than 0.8 fewer than half are right, of those given 0.8 to 0.9 four in five.
 */
const SURE = 0.98;
const LIKELY = 0.8;

/** The word for the probability of a wind. */
export function howSure(probability: number): "sure" | "likely" | "possible" {
  if (probability >= SURE) return "sure";
  return probability >= LIKELY ? "likely" : "possible";
}

/** The word for a wind; null where it was measured or given, and nothing else is possible. */
export function howSureIs({ source, rival_probabilities }: Pick<Wind, "source" | "rival_probabilities">) {
  if (source === "measured" || source === "pinned") return null;
  return howSure(1 - rival_probabilities.reduce((sum, rival) => sum + rival, 0));
}
