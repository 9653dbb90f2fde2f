/**
 * Writes the packed coast, basemap/data/coast.bin, from OpenStreetMap's land polygons.
 *
 * The source is large and not under version control. Fetch it:
 *
 *     npm pack @geo-maps/earth-lands-100m@0.6.0 && tar xzf geo-maps-earth-lands-100m-0.6.0.tgz
 *     node --max-old-space-size=6000 basemap/build-coast.mjs package/map.geo.json
 */
import { readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const PLANS = [
  {
    units_per_deg: 500,
    cell_deg: 15,
    tolerance_m: 1800,
    polar_tolerance_m: 5000,
    smallest_land_m2: 1e7,
    smallest_lake_m2: 1e8,
    smallest_northern_lake_m2: 3e8,
  },
  {
    units_per_deg: 10000,
    cell_deg: 1,
    tolerance_m: 25,
    polar_tolerance_m: 400,
    smallest_land_m2: 0,
    smallest_lake_m2: 5e5,
    smallest_northern_lake_m2: 1e7,
  },
];

async function loadPack() {
  const bundle = await build({ entryPoints: ["basemap/src/pack.ts"], bundle: true, format: "esm", write: false });
  const text = bundle.outputFiles[0].text;
  return import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
}

async function main() {
  const file = process.argv[2];
  if (!file) throw new Error("Name the source: node basemap/build-coast.mjs path/to/map.geo.json");
  const { pack } = await loadPack();
  const source = JSON.parse(await readFile(file, "utf8"));
  const bytes = pack(
    source.geometries.flatMap((geometry) => geometry.coordinates),
    PLANS,
  );
  await writeFile("basemap/data/coast.bin", bytes);
  process.stderr.write(`basemap/data/coast.bin: ${(bytes.length / 1e6).toFixed(2)} MB\n`);
}

await main();
