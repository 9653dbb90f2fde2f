/** Colours of the light theme of the screens: a picture has a white ground, as paper has. */
export const INK = "#0F1E29";
export const INK_2 = "#41505A";
export const INK_3 = "#5C6A73";
export const SURFACE = "#FFFFFF";
export const SEA = "#E3ECEF";
export const LINE = "#C5CDD1";
export const NOTHING = "#75828B";
export const WIND = "#0A66AD";
export const PORT = "#B91C3F";
export const STARBOARD = "#0A7048";
export const WARN = "#9A4A00";

/** Colours of boats, in the order of their list. */
export const BOAT_COLOURS = ["#6B46C1", "#007066", "#B23A8A", "#8A5A00", "#3457C7", "#7A4327", "#53700F", "#4D5A63"];

export function sideColour(side: "port" | "starboard" | null): string {
  return side === null ? NOTHING : side === "port" ? PORT : STARBOARD;
}
