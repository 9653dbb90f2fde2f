/**
 * `npm run bench` makes the peers' table, `npm run bench -- FOLDER…` times these recordings, native beside WASM.
 * `--quick` measures short inputs alone; `fit`, `gpx`, `nmea`, `csv` these formats alone.
 */
import { existsSync } from "node:fs";
import { files } from "./files.ts";
import { first } from "./first.ts";
import { table } from "./table.ts";

const words = process.argv.slice(2);
const paths = words.filter((word) => existsSync(word));
if (words[0] === "--first") await first(words.slice(1));
else if (paths.length) await files(paths);
else await table(words);
