/** Control characters, line breaks, and marks that change the direction of what follows: `gpx.exe` is shown as `exe.xpg`. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name of a file on one line, as it reads: without the characters of {@link CONTROLS}, which no list shows. */
export const withoutControls = (name: string): string => name.replace(CONTROLS, "");
