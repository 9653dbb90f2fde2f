/** A regatta result in words. */
import type { RegattaResult } from "@leebow/api/contract";
import { daysText } from "../journals/entry-text";

export const regattaName = ({ regatta_name }: RegattaResult): string => regatta_name ?? "Regatta without a name";

/** "3 of 34", "place 3". */
export const placeText = ({ pos, num_competitors }: RegattaResult): string =>
  num_competitors === null ? `place ${pos}` : `${pos} of ${num_competitors}`;

/** "15 to 16 Nov 2026". */
export const regattaDays = ({ regatta_start, regatta_end }: RegattaResult): string =>
  daysText(regatta_start, regatta_end);
