import { averageLoss, type Maneuver } from "@leebow/core";
import { amount } from "../format/numbers";
import { unitName } from "../format/units";

/** "Average tack loss 3.2 m", over the counted tacks as in the report; empty without one that has a loss. */
export function tackLossText(maneuvers: readonly Maneuver[]): string {
  const loss_m = averageLoss(maneuvers, "tack");
  return loss_m === null ? "" : `Average tack loss ${amount(loss_m, 1, "m")}\u00a0${unitName("m")}`;
}
