/**
 * Boat classes, as the specification lists them for each form. All forms but the registration take the others that the
 * engine knows, too, in any spelling (`known-class.ts`).
 */

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
