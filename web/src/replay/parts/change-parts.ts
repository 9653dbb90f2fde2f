/** Changes of the parts of a recording, each with a notice that takes it back. */
import type { Correction, TrackPart } from "@leebow/core";
import { changeCorrections, correct } from "../../corrections/correct";
import { clock } from "../../format/times";
import type { TimeRange } from "../../playback/clock";
import type { CorrectionSource } from "../../session/correction-source";
import { clockOf, laterBy } from "../../session/own-clock";
import { edgeCorrections, partCorrection, partName, partRange, withoutParts } from "../../session/parts";

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
  const clock_s = clockOf(source.corrections);
  const more = edgeCorrections(part, to).map((one) => laterBy(one, -clock_s));
  const sentence = `${partName(part)}: ${clock(to.from_ms, zone)} to ${clock(to.to_ms, zone)}.`;
  const isAdded = (one: Correction) => more.some((added) => JSON.stringify(added) === JSON.stringify(one));
  return changeCorrections(
    source,
    (list) => [...list, ...more],
    sentence,
    (list) => list.filter((one) => !isAdded(one)),
  );
}

/** The parts as they were found, without any change by hand. */
export function asFound(source: CorrectionSource): Promise<boolean> {
  const before = source.corrections;
  return changeCorrections(source, withoutParts, "The parts are as they were found.", (list) => [
    ...list,
    ...before.filter((one) => !withoutParts(before).includes(one)),
  ]);
}
