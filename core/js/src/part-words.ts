import type { PartKind, TrackPart } from "./index.ts";

/** Sports of files as sailors call them in a list; others keep their own name. */
const SPORTS: Record<string, string> = {
  cycling: "bike",
  running: "run",
  walking: "walk",
  hiking: "walk",
  driving: "car",
};

const WORDS: Record<PartKind, string> = {
  sailing: "sailing",
  towed: "tow or engine",
  motoring: "engine",
  on_land: "on land",
  other_sport: "another sport",
  ashore: "ashore",
  at_rest: "at rest",
  unknown: "under engine?",
};

/** What a part of a recording is: "bike", "tow or engine"; a question where it is not certain, which counts as sailing. */
export function partWords({ kind, sport }: Pick<TrackPart, "kind" | "sport">): string {
  return sport === null ? WORDS[kind] : (SPORTS[sport.toLowerCase()] ?? sport.replaceAll("_", " "));
}
