/** Boat classes that a user writes: any that the engine knows, in any spelling, kept by its usual name. */
import type { Core } from "@leebow/core";
import { fieldError } from "../../platform/http/errors.ts";

/** Throws a field error for a class that is not known. Without a name there is none. */
export function knownClass<Text extends string | undefined>(core: Core, name: Text, field: string): Text {
  if (name === undefined) return name;
  const known = core.boat_class(name);
  if (!known) throw fieldError({ [field]: [unknownClass(name)] });
  return known.name as Text;
}

export const unknownClass = (name: string) => `"${name}" is not a boat class Leebow knows. Choose "Other" for it.`;
