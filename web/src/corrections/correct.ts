import {
  type Correction,
  clockShiftText,
  INSTRUMENT_NAMES,
  type Maneuver,
  SEGMENT_KINDS,
  type SegmentKind,
} from "@leebow/core";
import { clockSeconds } from "../format/times";
import type { TimeRange } from "../playback/clock";
import { showFailure } from "../server/client";
import { notify } from "../server/notices";
import type { CorrectionEdit, CorrectionSource } from "../session/correction-source";
import { clockOf, laterBy } from "../session/own-clock";

type Displayed = Pick<Maneuver, "kind" | "start_time" | "end_time">;
const about = ({ kind, start_time, end_time }: Displayed) => ({ kind, start_time, end_time });
const isoOf = ({ from_ms, to_ms }: TimeRange) =>
  [new Date(from_ms).toISOString(), new Date(to_ms).toISOString()] as const;

export const renamed = (maneuver: Displayed, to_kind: SegmentKind): Correction => ({
  action: "change_kind",
  ...about(maneuver),
  to_kind,
});

export const deleted = (maneuver: Displayed): Correction => ({ action: "delete", ...about(maneuver) });

export function moved(maneuver: Displayed, to: TimeRange): Correction {
  const [new_start_time, new_end_time] = isoOf(to);
  return { action: "move", ...about(maneuver), new_start_time, new_end_time };
}

export function added(kind: SegmentKind, at: TimeRange): Correction {
  const [start_time, end_time] = isoOf(at);
  return { action: "add", kind, start_time, end_time };
}

/** The wind during a part of a session. */
export function pinnedWind(twd_deg: number, during: TimeRange): Correction {
  const [start_time, end_time] = isoOf(during);
  return { action: "pin_wind", twd_deg, start_time, end_time };
}

/** A correction in the corrected clock as a sentence: "The tack at 13:42:40 is a gybe." */
export function correctionText(correction: Correction, zone: string | null): string {
  const { action, kind, start_time, end_time, to_kind, new_start_time, new_end_time, twd_deg, shift_s, instrument } =
    correction;
  const name = kind ? SEGMENT_KINDS[kind].name.toLowerCase() : "maneuver";
  const at = clockSeconds(start_time, zone);
  switch (action) {
    case "change_kind":
      return `The ${name} at ${at} is a ${SEGMENT_KINDS[to_kind ?? "turn"].name.toLowerCase()}.`;
    case "delete":
      return `The ${name} at ${at} is deleted.`;
    case "move":
      return `The ${name} at ${at} is from ${clockSeconds(new_start_time, zone)} to ${clockSeconds(new_end_time, zone)}.`;
    case "add":
      return `A ${name} is added at ${at}.`;
    case "pin_wind": {
      const when = start_time ? ` from ${at} to ${clockSeconds(end_time, zone)}` : "";
      return `The wind is pinned to ${Math.round(twd_deg ?? 0)}°${when}.`;
    }
    case "leave_out":
      return `Left out: ${at} to ${clockSeconds(end_time, zone)}.`;
    case "take_in":
      return `Taken in: ${at} to ${clockSeconds(end_time, zone)}.`;
    case "clock":
      return `The clock is set by ${clockShiftText(shift_s ?? 0)}.`;
    case "wind_clock":
      return `The clock of the wind log is set by ${clockShiftText(shift_s ?? 0)}.`;
    case "trust_instruments":
      return instrument
        ? `The ${INSTRUMENT_NAMES[instrument]} is used all the same.`
        : "The instruments are used all the same.";
    case "calibrate":
      return "The figures are corrected by the calibration.";
  }
}

/**
 * Adds a correction made in the corrected clock; the notice about it takes it back. Resolves to whether it is stored: where it is not, a notice says
 * why, and what was entered is to stay on the screen.
 */
export function correct(source: CorrectionSource, correction: Correction, zone: string | null): Promise<boolean> {
  const stored = laterBy(correction, -clockOf(source.corrections));
  return changeCorrections(source, adding(stored), correctionText(correction, zone), removing(stored));
}

/**
 * The clock of the recording, or of its wind log, is set so many seconds after what was recorded, 0 for as recorded; the
 * sentence says what that makes.
 */
export function setClock(
  source: CorrectionSource,
  shift_s: number,
  sentence: string,
  of: "clock" | "wind_clock" = "clock",
): Promise<boolean> {
  const before = source.corrections.filter(({ action }) => action === of);
  const others: CorrectionEdit = (list) => list.filter(({ action }) => action !== of);
  return changeCorrections(
    source,
    (list) => (shift_s === 0 ? others(list) : [...others(list), { action: of, shift_s }]),
    sentence,
    (list) => [...others(list), ...before],
  );
}

/** Removes one correction; the notice about it restores it. */
export async function removeCorrection(source: CorrectionSource, index: number): Promise<void> {
  const correction = source.corrections[index]!;
  await changeCorrections(source, removing(correction), "The correction is taken back.", adding(correction, index));
}

/** Adds a correction, at the end or where it was. */
const adding =
  (correction: Correction, at = Number.POSITIVE_INFINITY): CorrectionEdit =>
  (list) =>
    list.toSpliced(at, 0, correction);

/** Removes a correction, the last one of several that are the same. */
const removing =
  (correction: Correction): CorrectionEdit =>
  (list) => {
    const at = list.findLastIndex((one) => same(one, correction));
    return at < 0 ? list : list.toSpliced(at, 1);
  };

function same(a: Correction, b: Correction): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof Correction)[];
  return names.every((name) => a[name] === b[name]);
}

/** Changes the corrections; the notice about it does the opposite. Resolves to whether the change is stored. */
export async function changeCorrections(
  { edit }: CorrectionSource,
  action: CorrectionEdit,
  sentence: string,
  opposite: CorrectionEdit,
): Promise<boolean> {
  if (!edit) return false;
  try {
    await edit(action);
  } catch (cause) {
    showFailure(cause);
    return false;
  }
  notify.success(sentence, { label: "Undo", run: () => void edit(opposite).catch(showFailure) });
  return true;
}
