import { fileURLToPath } from "node:url";

/** Folder of the project: as far above this file as above the bundled server, api/dist/main.js. */
export const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
