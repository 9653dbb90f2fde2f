import type { RaceOfTarget } from "@leebow/core";
import { countText } from "../format/counts";
import { withUnit } from "../format/numbers";

export const NO_STRENGTH = "% of target needs a wind strength, which no boat of this race measured. Give it by hand:";

/** In which wind the boats are compared, of what the figures are, and over which motion. */
export function targetText({ tws_kn, measured_by, boats }: RaceOfTarget, over_ground: boolean): string {
  const source = `${countText(measured_by, "boat")} with instruments or a wind log`;
  const by = measured_by === 0 ? "given by hand" : measured_by === 1 ? `of ${source}` : `the median of ${source}`;
  return (
    `The same wind for all boats: ${withUnit(tws_kn, 0, "kn")}, ${by}. Straight sailing alone, from 15 s after a turn on: ` +
    `upwind and downwind VMG, between them speed, ${motionText(boats, over_ground)}. ± is between the minutes of a leg. ` +
    "A knot more wind makes every figure some 4 % less; between boats it changes nothing."
  );
}

function motionText(boats: RaceOfTarget["boats"], over_ground: boolean): string {
  if (over_ground) return "over the ground, as the speeds of the target are";
  const water = boats.filter(({ through_water }) => through_water).length;
  if (water === 0) return "over the ground: no current is known";
  return water === boats.length ? "through the water" : "through the water where a current is known";
}
