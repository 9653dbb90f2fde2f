/** A boat on the screen, and the width of its label, px. */
export interface LabelledBoat {
  x: number;
  y: number;
  width: number;
}

/** Centre of a label from its boat, px. */
export interface LabelOffset {
  dx: number;
  dy: number;
}

const HEIGHT_PX = 16;
/** Half the size of a hull. */
const HULL_PX = 11;
const ABOVE: LabelOffset = { dx: 0, dy: -26 };

/** Places of a label in the order of preference: above, below, right, left. */
function offsets(width: number): LabelOffset[] {
  const side = width / 2 + 18;
  return [ABOVE, { dx: 0, dy: 26 }, { dx: side, dy: 0 }, { dx: -side, dy: 0 }];
}

/**
 * A place for the label of each boat that covers no other label and no hull; null where there is none. The boats are in
 * the order of their importance, and the first always has its label. A label stays where it was while it is free there.
 */
export function placeLabels(
  boats: readonly LabelledBoat[],
  before: readonly (LabelOffset | null)[] = [],
): (LabelOffset | null)[] {
  const placed: { x: number; y: number; width: number }[] = [];
  return boats.map((boat, i) => {
    const last = before[i];
    const choices = last ? [last, ...offsets(boat.width)] : offsets(boat.width);
    const isFree = ({ dx, dy }: LabelOffset) => {
      const label = { x: boat.x + dx, y: boat.y + dy, width: boat.width };
      return (
        !placed.some((other) => overlap(label, other)) && !boats.some((other) => other !== boat && hits(label, other))
      );
    };
    const found = choices.find(isFree) ?? (i === 0 ? ABOVE : null);
    if (found) placed.push({ x: boat.x + found.dx, y: boat.y + found.dy, width: boat.width });
    return found;
  });
}

interface Box {
  x: number;
  y: number;
  width: number;
}

const overlap = (a: Box, b: Box) => Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < HEIGHT_PX;

const hits = (label: Box, boat: LabelledBoat) =>
  Math.abs(label.x - boat.x) < label.width / 2 + HULL_PX && Math.abs(label.y - boat.y) < HEIGHT_PX / 2 + HULL_PX;
