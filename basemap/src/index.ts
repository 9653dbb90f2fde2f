/**
 * The world's coast, packed: `open(bytes)` in memory, `openRemote(read)` by ranges.
 * Pure: no file, no network, no DOM. The bytes are `@leebow/basemap/coast.bin`.
 */
export { type Basemap, type Bbox, isInside, type Land, open } from "./basemap";
export type { Position, Ring } from "./block";
export { isUncharted } from "./inland";
export { continuousLongitudes, longitudeNear, wrapLongitude } from "./longitude";
export { openRemote, type RangeReader, type RemoteBasemap } from "./remote";
