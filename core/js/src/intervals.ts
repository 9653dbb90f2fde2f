import type { Maneuver } from "./core.ts";

/**
 * Half the width of the central 90 % interval of a normal distribution, in standard deviations: its 95 % quantile.
 */
export const HALF_WIDTH_90_SD = 1.645;

/** Half the width of the interval of 50 %, the middle half, standard deviations. */
export const HALF_WIDTH_50_SD = 0.674;

/** What the number after ± means, as a sentence for users. It holds for losses, speeds and wind directions. */
export const PLUS_MINUS_MEANING = "± is half the width of the 90 % interval.";

/**
 * The number after ± of a quantity given with its standard deviation (`max_speed_error_kn`, `error_kn`, `sd_deg`):
 * 1.645 × sd, half the width of the 90 % interval of a normal error, in the unit of `sd`; null where `sd` is null.
 */
export function halfWidth90(sd: number): number;
export function halfWidth90(sd: number | null): number | null;
export function halfWidth90(sd: number | null): number | null {
  return sd === null ? null : HALF_WIDTH_90_SD * sd;
}

/**
 * The number after ± of `loss_80_m`: half the width of its 90 % interval, (high − low) / 2, in metres; null where the
 * loss or its interval is unknown.
 */
export function lossHalfWidth90(
  maneuver: Pick<Maneuver, "loss_80_m" | "loss_80_low_m" | "loss_80_high_m">,
): number | null {
  const { loss_80_m, loss_80_low_m, loss_80_high_m } = maneuver;
  if (loss_80_m === null || loss_80_low_m === null || loss_80_high_m === null) return null;
  return (loss_80_high_m - loss_80_low_m) / 2;
}
