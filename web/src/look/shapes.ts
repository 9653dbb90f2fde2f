/** Paths of what is drawn in several places, px about the origin. */
import type { TrackPart } from "@leebow/core";

/** A hull with its bow up. */
export const HULL_PATH = "M0-14C4.6-8 5.6-1 4.4 10.5H-4.4C-5.6-1-4.6-8 0-14Z";
/** A sail on port tack, its mast at the origin, its clew aft; mirrored for the other tack. */
export const SAIL_PATH = "M0 0Q3.9 6.1 1.9 11.8";
/** A five-pointed star of radius 9. */
export const STAR_PATH = "M0-9L2.7-3 9-2.4 4.3 2 5.6 8.3 0 5.1-5.6 8.3-4.3 2-9-2.4-2.7-3Z";

// Signs of what is no sailing, as paths in a box of 24 px for maps; those of `PartIcon`. *from* lucide (ISC)

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

export const PART_SIGNS = {
  bike: `${circle(18.5, 17.5, 3.5)}${circle(5.5, 17.5, 3.5)}${circle(15, 5, 1)}M12 17.5V14l-3-3 4-3 2 3h2`,
  car: `M19 17h2c.6 0 1-.4 1-1v-3c0-.9-.7-1.7-1.5-1.9C18.7 10.6 16 10 16 10s-1.3-1.4-2.2-2.3c-.5-.4-1.1-.7-1.8-.7H5c-.6 0-1.1.4-1.4.9l-1.4 2.9A3.7 3.7 0 0 0 2 12v4c0 .6.4 1 1 1h2M9 17h6${circle(7, 17, 2)}${circle(17, 17, 2)}`,
  feet: "M4 16v-2.38C4 11.5 2.97 10.5 3 8c.03-2.72 1.49-6 4.5-6C9.37 2 10 3.8 10 5.5c0 3.11-2 5.66-2 8.68V16a2 2 0 1 1-4 0ZM20 20v-2.38c0-2.12 1.03-3.12 1-5.62-.03-2.72-1.49-6-4.5-6C14.63 6 14 7.8 14 9.5c0 3.11 2 5.66 2 8.68V20a2 2 0 1 0 4 0ZM16 17h4M4 13h4",
  link: "M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71",
  fuel: "M14 13h2a2 2 0 0 1 2 2v2a2 2 0 0 0 4 0v-6.998a2 2 0 0 0-.59-1.42L18 5M14 21V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v16M2 21h13M3 9h11",
} as const;
export type PartSign = keyof typeof PART_SIGNS;

const BY_KIND: Partial<Record<TrackPart["kind"], PartSign>> = {
  towed: "link",
  motoring: "fuel",
  on_land: "car",
  other_sport: "feet",
};

/** The sign of a part; null for sailing, also where it is left out. */
export const partSign = ({ kind, sport }: Pick<TrackPart, "kind" | "sport">): PartSign | null =>
  sport !== null && /cycl|bik/i.test(sport) ? "bike" : (BY_KIND[kind] ?? null);
