import { line } from "d3";

type Place = [x: number, y: number];

/** The path of a line through the points that have a place, broken between two of them where `isBreak`. */
export function linePath<P>(
  points: readonly P[],
  poseOf: (point: P) => Place | null,
  isBreak: (before: P, after: P) => boolean = () => false,
): string {
  const places: (Place | null)[] = [];
  let before: P | undefined;
  for (const point of points) {
    const place = poseOf(point);
    if (place === null) continue;
    if (before !== undefined && isBreak(before, point)) places.push(null);
    places.push(place);
    before = point;
  }
  return drawn(places) ?? "";
}

const drawn = line<Place | null>()
  .defined((place) => place !== null)
  .x((place) => place![0])
  .y((place) => place![1])
  .digits(1);
