import { MILES_PER_M } from "@leebow/core/units";
import { inUnit, unitName } from "../format/units";

const WIDEST_PX = 110;

/** The longest round length that fits, as text and in px; from one long unit on in that unit. */
export function scaleBar(px_per_metre: number): { text: string; px: number } {
  const most_m = WIDEST_PX / px_per_metre;
  const most_long = inUnit(most_m * MILES_PER_M, "mi");
  const [standard, most] = most_long >= 1 ? ["mi", most_long] : ["m", inUnit(most_m, "m")];
  const ten = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((k) => k * ten).find((one) => one <= most) ?? ten;
  return { text: `${length} ${unitName(standard)}`, px: (WIDEST_PX * length) / most };
}
