/** How boats and their tails are drawn, as the specification says. */

/** Length of a tail, ms. *from* the specification */
const TAIL_MS = 30_000;
/** Opacity of a boat under the pointer. *from* the specification */
const HOVERED_ALPHA = 0.3;
/** Opacity of a boat inside a gap of its fixes. *guess* */
const ABSENT_ALPHA = 0.45;

/** The instant at which the tail of a boat at `at_ms` begins. */
export const tailStart = (at_ms: number): number => at_ms - TAIL_MS;

/** 0 to 1. */
export const boatOpacity = (isHovered: boolean, isPresent: boolean): number =>
  isHovered ? HOVERED_ALPHA : isPresent ? 1 : ABSENT_ALPHA;
