/**
 * `npm run bench` prints the table of readers, `npm run bench -- FOLDER…` the times of these recordings, native and WASM.
 * `--batch` prints the share of the cores that the command line uses for 50 boats × 9 races. `--quick` measures short
 * inputs only; `fit`, `gpx`, `nmea`, `csv` only these formats.
 */
import { existsSync } from "node:fs";
import { batch } from "./batch.ts";
import { files } from "./files.ts";
import { first } from "./first.ts";
import { table } from "./table.ts";

const words = process.argv.slice(2);
const paths = words.filter((word) => existsSync(word));
if (words[0] === "--batch") await batch();
else if (words[0] === "--first") await first(words.slice(1));
else if (paths.length) await files(paths);
else await table(words);
