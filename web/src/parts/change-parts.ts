/** Changes of the parts of a recording, each with a notice that takes it back. */
import type { TrackPart } from "@leebow/core";
import { changeCorrections, correct } from "../corrections/correct";
import { clock } from "../format/times";
import type { TimeRange } from "../playback/clock";
import type { CorrectionSource } from "../session/correction-source";
import { edgeCorrections, partCorrection, partName, partRange, withoutParts } from "../session/parts";

/** Takes in a part that is left out, and leaves out another. */
export const switchPart = (source: CorrectionSource, part: TrackPart, zone: string | null): Promise<boolean> =>
  correct(source, partCorrection(part.left_out ? "take_in" : "leave_out", partRange(part)), zone);

/** Moves the edges of a part; its neighbours take what comes free. */
export function moveEdges(
  source: CorrectionSource,
  part: TrackPart,
  to: TimeRange,
  zone: string | null,
): Promise<boolean> {
  const more = edgeCorrections(part, to);
  const sentence = `${partName(part)}: ${clock(to.from_ms, zone)} to ${clock(to.to_ms, zone)}.`;
  const isAdded = new Set<object>(more);
  return changeCorrections(
    source,
    (list) => [...list, ...more],
    sentence,
    (list) => list.filter((one) => !isAdded.has(one) && !more.some((added) => sameTimes(one, added))),
  );
}

const sameTimes = (
  a: { action: string; start_time?: string; end_time?: string },
  b: { action: string; start_time?: string; end_time?: string },
): boolean => a.action === b.action && a.start_time === b.start_time && a.end_time === b.end_time;

/** The parts as they were found, without any change by hand. */
export function asFound(source: CorrectionSource): Promise<boolean> {
  const before = source.corrections;
  return changeCorrections(source, withoutParts, "The parts are as they were found.", (list) => [
    ...list,
    ...before.filter((one) => !withoutParts(before).includes(one)),
  ]);
}
