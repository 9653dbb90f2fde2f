import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { brotliDecompressSync } from "node:zlib";
import { around, distance } from "geokdbush";
import KDBush from "kdbush";

/** By the package's name, so that a bundle elsewhere in the workspace finds it too. */
const PATH = createRequire(import.meta.url).resolve("@leebow/api/places.bin");

/** Further than this from every town, a track lies on the open sea and has no place's name. */
const FAR_KM = 100;
/** So many of the nearest towns are weighed against each other. */
const NEAREST = 30;

interface Places {
  index: KDBush;
  lat: Float64Array;
  lon: Float64Array;
  /** 10·log10 of the inhabitants. */
  people: Uint8Array;
  country: Uint8Array;
  countries: string[];
  names: string[];
}

let loaded: Promise<Places> | undefined;

/** "Torbole, Italy": the town people would name for this position, or null on the open sea. */
export async function findPlace(lat: number, lon: number): Promise<string | null> {
  if (!Number.isFinite(lat) || !Number.isFinite(lon)) return null;
  loaded ??= readFile(PATH).then(unpack);
  const places = await loaded;
  const near = around(places.index, lon, lat, NEAREST, FAR_KM);
  // People name the known town somewhat further off rather than the hamlet next to it: distance counts less the
  // more digits the number of inhabitants has. (Tried on a dozen sailing waters by their sailors' own names.)
  const cost = (i: number) => distance(lon, lat, places.lon[i]!, places.lat[i]!) / (1 + places.people[i]! / 10) ** 2;
  const best = near.reduce<number | null>((a, b) => (a === null || cost(b) < cost(a) ? b : a), null);
  if (best === null) return null;
  const country = COUNTRY_NAMES.of(places.countries[places.country[best]!]!);
  return country ? `${places.names[best]}, ${country}` : places.names[best]!;
}

const COUNTRY_NAMES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Reads the layout of scripts/build-places.mjs. */
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
  const [people, country] = [take(count), take(count)];
  const index = new KDBush(count);
  for (let i = 0; i < count; i++) index.add(lon[i]!, lat[i]!);
  index.finish();
  return { index, lat, lon, people, country, countries, names: bytes.toString("utf8", at).split("\n") };
}

/** Differences in 1/1000 deg, the four bytes of each in four planes. */
function degrees(planes: Buffer, count: number): Float64Array {
  const values = new Float64Array(count);
  let value = 0;
  for (let i = 0; i < count; i++) {
    value += planes[i]! | (planes[count + i]! << 8) | (planes[2 * count + i]! << 16) | (planes[3 * count + i]! << 24);
    values[i] = value / 1000;
  }
  return values;
}
