/**
 * Tells a track on water we have no shore of. The packed coast knows the sea, the great rivers and lakes
 * of half a square kilometre and more. A chart that shows a boat sailing over land would be wrong,
 * so where a good part of a track lies on "land", no land is drawn around it and the map says so.
 */
const SAMPLES = 60;
/** A fifth: an anchorage or a harbour wall the generalised shore swallowed stays below it. */
const TOO_MUCH_ON_LAND = 0.2;

/** Whether the coastline lacks the water this track was sailed on. */
export function isUncharted(
  lon: ArrayLike<number>,
  lat: ArrayLike<number>,
  isLand: (lon: number, lat: number) => boolean,
): boolean {
  let seen = 0;
  let dry = 0;
  const step = Math.max(1, Math.floor(lon.length / SAMPLES));
  for (let i = 0; i < lon.length; i += step) {
    const [x, y] = [lon[i]!, lat[i]!];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    seen++;
    if (isLand(x, y)) dry++;
  }
  return seen > 0 && dry / seen > TOO_MUCH_ON_LAND;
}
