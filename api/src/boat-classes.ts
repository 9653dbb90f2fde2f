/** Boat classes, as the specification lists them for each form. */
import { boatClassNamed } from "@leebow/core";
import { z } from "zod";

export const BOAT_CLASSES_REGISTER = [
  "29er",
  "470",
  "49er",
  "49erFX",
  "C420",
  "CFJ",
  "Formula Kite",
  "i420",
  "J70",
  "Laser",
  "Nacra 17",
  "Other",
] as const;

export const BOAT_CLASSES_UPLOAD = [
  "29er",
  "470",
  "49er",
  "49erFX",
  "C420",
  "CFJ",
  "Formula Kite",
  "i420",
  "J70",
  "Laser",
  "Melges 24",
  "Moth",
  "Nacra 17",
  "Viper 640",
  "Other",
] as const;

/** Track edit form and profile form. */
export const BOAT_CLASSES_EDIT = [...BOAT_CLASSES_UPLOAD, "Foil Pumping", "Kite Flying"] as const;

/**
 * A class of a list in what a client sends: as the terminal, any letter case and other names of the class are understood,
 * such as ILCA 7; in the field of a form also with spaces around it (`isTrimmed`). What is not in the list has the message of
 * the field.
 */
export function boatClass<const Names extends readonly [string, ...string[]]>(
  names: Names,
  error: string | ((issue: { input?: unknown }) => string),
  { isTrimmed = false } = {},
) {
  type Name = Names[number];
  const nameOf = (given: Name) =>
    typeof given === "string" ? (boatClassNamed<Name>(names, isTrimmed ? given.trim() : given) ?? given) : given;
  return z.preprocess(nameOf, z.enum(names, { error })).meta({
    description: "In any letter case; other names are understood, too: ILCA 7 is Laser",
  });
}
