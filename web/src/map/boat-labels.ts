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
  const taken = new BoxGrid();
  for (const [i, { x, y }] of boats.entries()) taken.add({ x, y, width: 2 * HULL_PX, height: 2 * HULL_PX, of: i });
  return boats.map((boat, i) => {
    const last = before[i];
    const choices = last ? [last, ...offsets(boat.width)] : offsets(boat.width);
    const at = ({ dx, dy }: LabelOffset): Box => ({
      x: boat.x + dx,
      y: boat.y + dy,
      width: boat.width,
      height: HEIGHT_PX,
      of: i,
    });
    const found = choices.find((offset) => taken.isFree(at(offset))) ?? (i === 0 ? ABOVE : null);
    if (found) taken.add(at(found));
    return found;
  });
}

/** A rectangle by its centre, px. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Index of its boat. */
  of: number;
}

/** Size of a cell, px: about that of a label. */
const CELL_PX = 48;

/** Rectangles by the cells that they touch, so that one is compared with its neighbours only. */
class BoxGrid {
  private readonly cells = new Map<number, Box[]>();

  add(box: Box): void {
    eachCell(box, (cell) => {
      const boxes = this.cells.get(cell);
      if (boxes) boxes.push(box);
      else this.cells.set(cell, [box]);
      return true;
    });
  }

  /** Whether no rectangle of another boat overlaps this one. */
  isFree(box: Box): boolean {
    return eachCell(box, (cell) => !this.cells.get(cell)?.some((other) => other.of !== box.of && overlap(box, other)));
  }
}

/** Calls for each cell that a rectangle touches, as long as the answer is true; returns whether all were. */
function eachCell({ x, y, width, height }: Box, take: (cell: number) => boolean): boolean {
  const [right, low] = [Math.floor((x + width / 2) / CELL_PX), Math.floor((y + height / 2) / CELL_PX)];
  for (let row = Math.floor((y - height / 2) / CELL_PX); row <= low; row++) {
    for (let column = Math.floor((x - width / 2) / CELL_PX); column <= right; column++) {
      if (!take(row * 100_003 + column)) return false;
    }
  }
  return true;
}

const overlap = (a: Box, b: Box) =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;
