/**
 * Recognises a track on water whose shore is not in the packed coast, which has the sea, large rivers and lakes of
 * at least 0.5 km². Where a large part of a track lies on land, no land is drawn around it and the map says so.
 */
const SAMPLES = 60;
/** Share of fixes on land above which the water is uncharted (guess: harbours that the generalised shore closes stay below). */
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
