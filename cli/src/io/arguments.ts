import { type Core, type Quantity, UNIT_CHOICES, type Units } from "@leebow/core";
import { SEASON_TABLES, type SeasonTable, seasonTablesOf } from "@leebow/core/tables";
import { InvalidArgumentError, Option } from "commander";

/** Parsers of command-line arguments. Errors: a sentence about the argument. */

/** The option for the boat class of recordings, in any spelling. An unknown class becomes "Other", and `tell` prints that. */
export function boatOption(core: Core, tell: (sentence: string) => void): Option {
  const help = `boat class: ${listedClasses(core).join(", ")}, and ${core.boat_classes.length} in all, in any spelling`;
  return new Option("-b, --boat <class>", help).argParser((word: string) => {
    const known = core.boat_class(word)?.name;
    if (known === undefined) tell(`"${word}" is not a boat class Leebow knows: the boats are analysed as "Other".`);
    return known ?? "Other";
  });
}

/** The option by which recordings that belong together stay apart. */
export const apartOption = (): Option =>
  new Option("--apart", "each file a recording of its own, also files of one session and receivers of one boat");

/** The boat class of a simulated boat. */
export function simulatedBoat(core: Core): (word: string) => string {
  const names = listedClasses(core);
  return (word) => {
    const name = core.boat_class(word)?.name;
    if (name === undefined || !names.includes(name)) {
      throw new InvalidArgumentError(`Boats of these classes are simulated: ${names.join(", ")}.`);
    }
    return name;
  };
}

const listedClasses = (core: Core) => core.boat_classes.filter(({ listed }) => listed).map(({ name }) => name);

/** Units of different quantities: `km/h,km`. */
export function unitsOf(words: string): Partial<Units> {
  const chosen: Record<string, string> = {};
  for (const word of words.split(",").map((one) => one.trim())) {
    const quantity = (Object.keys(UNIT_CHOICES) as Quantity[]).find((one) =>
      (UNIT_CHOICES[one] as readonly string[]).includes(word),
    );
    if (!quantity) throw new InvalidArgumentError(`The units are ${Object.values(UNIT_CHOICES).flat().join(", ")}.`);
    if (chosen[quantity] !== undefined)
      throw new InvalidArgumentError(`${chosen[quantity]} and ${word} are both units of ${quantity}.`);
    chosen[quantity] = word;
  }
  return chosen as Partial<Units>;
}

export function direction(word: string): number {
  const deg = number(word);
  if (!(deg >= 0 && deg <= 360)) throw new InvalidArgumentError("It must be a number from 0 to 360.");
  return deg % 360;
}

export function number(word: string): number {
  const value = Number(word);
  if (word.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

/** An integer from 0 to 2^53 − 1. */
export function integer(word: string): number {
  const value = number(word);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError("It must be an integer from 0.");
  return value;
}

/** Latitude and longitude in degrees: `54.47,10.27`. */
export function place(word: string): { lat_deg: number; lon_deg: number } {
  const parts = word.split(",");
  if (parts.length !== 2) throw new InvalidArgumentError("It must be a latitude and a longitude, like 54.47,10.27.");
  const [lat_deg = 0, lon_deg = 0] = parts.map(number);
  return { lat_deg, lon_deg };
}

/** A time as ms since 1970. */
export function instant(word: string): number {
  const time_ms = Date.parse(word);
  if (Number.isNaN(time_ms)) throw new InvalidArgumentError("It must be a time like 2026-10-24T09:40:00Z.");
  return time_ms;
}

/** Tables of a season with commas between them; `sessions` is always one. */
export function seasonTables(word: string): SeasonTable[] {
  const tables = seasonTablesOf(word);
  if (tables === null) throw new InvalidArgumentError(`The tables are ${SEASON_TABLES.join(", ")}.`);
  return tables;
}
