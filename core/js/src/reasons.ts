/** Words for the ids of the contract that say why, the same in all programs. */
import type { LeftOutReason, LossBasis, Maneuver, NoLossReason, NotCountedReason } from "./core.ts";

/** What follows "not counted:". */
export const NOT_COUNTED_TEXT: Readonly<Record<NotCountedReason, string>> = {
  entry_not_recorded: "the entry was not recorded",
  taken_back: "turned back at once",
  drifting: "the boat drifted",
  from_standstill: "from a standstill",
  ends_in_stop: "ended in a stop",
  narrow_tack: "the course changed too little for a tack",
  small_course_change: "the course hardly changed",
  uncertain_wind: "the wind is too uncertain",
  low_quality: "several doubts together",
};

/** Why there is no loss, or no more than a lower bound. */
export const NO_LOSS_TEXT: Readonly<Record<NoLossReason, string>> = {
  fell: "fell",
  stopped: "stopped",
  next_maneuver: "next maneuver",
  not_recovered: "speed not regained",
  recording_begins: "recording begins",
  recording_ends: "recording ends",
  gap: "fixes missing",
  slow_entry: "entry below 2 kn",
  part_of_turn: "part of a longer turn",
  previous_maneuver: "too soon after another",
  sparse: "fixes too far apart",
};

/** Why averages leave a maneuver out by default. `not_counted` and `no_loss` have a more precise reason of their own. */
export const LEFT_OUT_TEXT: Readonly<Record<LeftOutReason, string>> = {
  not_counted: "not counted",
  no_loss: "no loss",
  circling: "circling",
  wide_turn: "turn above 200°",
  trimmed: "gain, or largest loss against one",
};

/** What a loss is a loss of. */
export const LOSS_BASIS_TEXT: Readonly<Record<LossBasis, string>> = {
  vmg: "along the wind",
  speed: "by speed",
};

/** Why a maneuver takes no part in averages, as precisely as known; null when it does. */
export function leftOutText(
  maneuver: Pick<Maneuver, "left_out_reason" | "not_counted_reason" | "no_loss_reason">,
): string | null {
  const { left_out_reason, not_counted_reason, no_loss_reason } = maneuver;
  if (left_out_reason === null) return null;
  if (left_out_reason === "not_counted" && not_counted_reason !== null)
    return `not counted: ${NOT_COUNTED_TEXT[not_counted_reason]}`;
  if (left_out_reason === "no_loss" && no_loss_reason !== null) return NO_LOSS_TEXT[no_loss_reason];
  return LEFT_OUT_TEXT[left_out_reason];
}
