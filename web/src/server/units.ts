/** The units of the figures on all screens: those of the account; without one those stored in localStorage. */
import { STANDARD_UNITS, type Units } from "@leebow/core/units";
import { proxy } from "valtio";
import { readStored, writeStored } from "./stored";

const KEY = "leebow.units";

/** What a visitor without an account has chosen, and what the logged-in user has. */
export const chosen = proxy<{ visitor: Units; account: Units | null }>({
  visitor: { ...STANDARD_UNITS, ...(readStored(KEY) as Partial<Units> | null) },
  account: null,
});

export function chooseUnits(units: Units): void {
  chosen.visitor = units;
  writeStored(KEY, units);
}

export const currentUnits = (): Units => chosen.account ?? chosen.visitor;
