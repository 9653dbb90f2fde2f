import type { FileAnalysis, PartKind, TrackPart } from "./core.ts";

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

/** What a recording is all of which is one thing. */
const ALL_OF_IT: Partial<Record<PartKind, string>> = {
  towed: "a tow or a way under engine",
  motoring: "a way under engine",
  on_land: "a drive on roads",
};

const A_SPORT: Record<string, string> = {
  cycling: "a bike ride",
  running: "a run",
  walking: "a walk",
  hiking: "a walk",
  driving: "a drive",
};

/**
 * What a recording without sailing is, as a sentence and what follows from it: "This is a run, 41 min, and no sailing.", "No
 * sailing found in this file." with "All of it, 38 min, is a drive on roads."; null for one with sailing.
 */
export function noSailing({ parts }: Pick<FileAnalysis, "parts">): NoSailing | null {
  const [first] = parts;
  if (!first || parts.some(({ left_out }) => !left_out)) return null;
  const seconds = new Map<string, number>();
  for (const part of parts) seconds.set(partWords(part), (seconds.get(partWords(part)) ?? 0) + partSeconds(part));
  const { kind, sport } = first;
  const lead = "No sailing found in this file.";
  if (seconds.size > 1) {
    const named = [...seconds].map(([words, s]) => `${words} ${minutesText(s)}`);
    return { lead, rest: `It is ${named.join(", ")}.`, kind, sport };
  }
  const time = minutesText(seconds.get(partWords(first))!);
  if (sport === null) return { lead, rest: `All of it, ${time}, is ${ALL_OF_IT[kind] ?? WORDS[kind]}.`, kind, sport };
  const what = A_SPORT[sport.toLowerCase()] ?? sport.replaceAll("_", " ");
  return { lead: `This is ${what}, ${time}, and no sailing.`, rest: "", kind, sport };
}

/** What is said of a recording without sailing. */
export interface NoSailing {
  lead: string;
  /** Empty where the first sentence says all. */
  rest: string;
  /** Of its first part. */
  kind: PartKind;
  sport: string | null;
}

/** Length of a part of a recording, s. */
export const partSeconds = ({ start_time, end_time }: TrackPart): number =>
  (Date.parse(end_time) - Date.parse(start_time)) / 1000;

function minutesText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
