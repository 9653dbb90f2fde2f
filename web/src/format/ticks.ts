/** Number of decimals that the step between the ticks of an axis needs, so that no two ticks read the same. */
export function digitsOfTicks([first = 0, second = 1]: readonly number[]): number {
  return Math.max(0, -Math.floor(Math.log10(Math.abs(second - first)) + 1e-9));
}
