import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { brotliDecompressSync } from "node:zlib";
import { around, distance } from "geokdbush";
import KDBush from "kdbush";

/** Resolved by the package's name, so that a bundle in another folder of the workspace finds it. */
const PATH = createRequire(import.meta.url).resolve("@leebow/api/places.bin");

/** A position farther than this from every town has no place name. Guess. */
const MAX_DISTANCE_KM = 100;
/** Number of nearest towns that are compared. Guess. */
const CANDIDATES = 30;

interface Places {
  index: KDBush;
  lat: Float64Array;
  lon: Float64Array;
  /** 10·log10 of the number of inhabitants. */
  population_db: Uint8Array;
  country: Uint8Array;
  countries: string[];
  names: string[];
}

let loaded: Promise<Places> | undefined;

/**
 * Town and country of a position, such as "Torbole, Italy"; null without a position or a town within 100 km. The town
 * is that of least cost distance / (1 + log10(inhabitants))²: a well-known town is preferred to a nearer hamlet.
 * Tried on a dozen sailing waters against the names their sailors use.
 */
export async function findPlace(lat: number, lon: number): Promise<string | null> {
  if (!Number.isFinite(lat) || !Number.isFinite(lon)) return null;
  loaded ??= readFile(PATH).then(unpack);
  const places = await loaded;
  const near = around(places.index, lon, lat, CANDIDATES, MAX_DISTANCE_KM);
  const cost = (i: number) =>
    distance(lon, lat, places.lon[i]!, places.lat[i]!) / (1 + places.population_db[i]! / 10) ** 2;
  const best = near.reduce<number | null>((a, b) => (a === null || cost(b) < cost(a) ? b : a), null);
  if (best === null) return null;
  const country = COUNTRY_NAMES.of(places.countries[places.country[best]!]!);
  return country ? `${places.names[best]}, ${country}` : places.names[best]!;
}

const COUNTRY_NAMES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Reads the format that build-places.mjs writes. */
function unpack(packed: Buffer): Places {
  const bytes = brotliDecompressSync(packed);
  let at = bytes.indexOf(10) + 1;
  const { count, countries } = JSON.parse(bytes.toString("utf8", 0, at)) as { count: number; countries: string[] };
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const lat = degrees(take(4 * count), count);
  const lon = degrees(take(4 * count), count);
  const [population_db, country] = [take(count), take(count)];
  const index = new KDBush(count);
  for (let i = 0; i < count; i++) index.add(lon[i]!, lat[i]!);
  index.finish();
  return { index, lat, lon, population_db, country, countries, names: bytes.toString("utf8", at).split("\n") };
}

/** Decodes differences of 0.001°, signed 32 bit, whose four bytes are in four planes of `count` bytes. */
function degrees(planes: Buffer, count: number): Float64Array {
  const values = new Float64Array(count);
  let value = 0;
  for (let i = 0; i < count; i++) {
    value += planes[i]! | (planes[count + i]! << 8) | (planes[2 * count + i]! << 16) | (planes[3 * count + i]! << 24);
    values[i] = value / 1000;
  }
  return values;
}
