/** The parts of a recording: which are sailing, and the rest by name. Without React. */
import { type Correction, type FileAnalysis, partSeconds, partWords, type TrackPart } from "@leebow/core";
import { capital } from "../format/numbers";
import { clock, durationText } from "../format/times";
import type { TimeRange } from "../playback/clock";
import { partsOf } from "../playback/rows";

export const partRange = ({ start_time, end_time }: TrackPart): TimeRange => ({
  from_ms: Date.parse(start_time),
  to_ms: Date.parse(end_time),
});

/** What a part is, as a name: "Sailing", "Bike", "Under engine?". */
export function partName(part: TrackPart): string {
  return capital(partWords(part));
}

/** Parts shorter than this are not named in the sentence, s. *from* the visual design */
const MIN_NAMED_S = 60;

/** "Sailing 12:04 to 15:10", and "left out: bike 18 min, tow 8 min": kinds in their order, added up. */
export function partsText(report: Pick<FileAnalysis, "parts">, zone: string | null): { sailing: string; rest: string } {
  const parts = partsOf(report);
  const sailed = parts.filter(({ left_out }) => !left_out);
  const seconds = new Map<string, number>();
  for (const part of parts.filter(({ left_out }) => left_out)) {
    const name = partWords(part);
    seconds.set(name, (seconds.get(name) ?? 0) + partSeconds(part));
  }
  const named = [...seconds].filter(([, s]) => s >= MIN_NAMED_S).map(([name, s]) => `${name} ${durationText(s)}`);
  const first = sailed[0];
  const sailing = first
    ? `Sailing ${clock(first.start_time, zone)} to ${clock(sailed.at(-1)!.end_time, zone)}`
    : "No sailing found";
  const rest = named.length > 0 ? `left out: ${named.join(", ")}` : "";
  return { sailing, rest };
}

const isOfParts = ({ action }: Correction): boolean => action === "leave_out" || action === "take_in";

/** The corrections without those of parts. */
export const withoutParts = (corrections: readonly Correction[]): Correction[] =>
  corrections.filter((one) => !isOfParts(one));

export const hasPartCorrections = (corrections: readonly Correction[]): boolean => corrections.some(isOfParts);

/** Leaves a time out, or takes it in. */
export const partCorrection = (action: "leave_out" | "take_in", { from_ms, to_ms }: TimeRange): Correction => ({
  action,
  start_time: new Date(from_ms).toISOString(),
  end_time: new Date(to_ms).toISOString(),
});

/** What moves the edges of a part to others: what it gains becomes as it is, what it loses as its neighbours are. */
export function edgeCorrections(part: TrackPart, to: TimeRange): Correction[] {
  const from = partRange(part);
  const [gained, lost] = part.left_out ? (["leave_out", "take_in"] as const) : (["take_in", "leave_out"] as const);
  const change = (isGain: boolean, a_ms: number, b_ms: number) =>
    a_ms === b_ms
      ? []
      : [partCorrection(isGain ? gained : lost, { from_ms: Math.min(a_ms, b_ms), to_ms: Math.max(a_ms, b_ms) })];
  return [
    ...change(to.from_ms < from.from_ms, to.from_ms, from.from_ms),
    ...change(to.to_ms > from.to_ms, to.to_ms, from.to_ms),
  ];
}
