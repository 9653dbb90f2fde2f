import { averageLoss, type Maneuver } from "@leebow/core";
import { fixed } from "../format/numbers";

/** "Average tack loss 3.2 m", over the counted tacks as in the report; empty without one that has a loss. */
export function tackLossText(maneuvers: readonly Maneuver[]): string {
  const loss_m = averageLoss(maneuvers, "tack");
  return loss_m === null ? "" : `Average tack loss ${fixed(loss_m, 1)}\u00a0m`;
}
