/** Paths of what is drawn in several places, px about the origin. */

/** A hull with its bow up. */
export const HULL_PATH = "M0-14C4.6-8 5.6-1 4.4 10.5H-4.4C-5.6-1-4.6-8 0-14Z";
/** A sail on port tack, its mast at the origin, its clew aft; mirrored for the other tack. */
export const SAIL_PATH = "M0 0Q3.9 6.1 1.9 11.8";
/** A five-pointed star of radius 9. */
export const STAR_PATH = "M0-9L2.7-3 9-2.4 4.3 2 5.6 8.3 0 5.1-5.6 8.3-4.3 2-9-2.4-2.7-3Z";
