/// <reference types="vite/client" />
declare module "@fontsource-variable/ibm-plex-sans/standard.css";
/** Built from docs/metrics.md by `document-plugin.ts`. */
declare module "virtual:definitions" {
  const definitions: import("./help/documents").Definition[];
  export default definitions;
}
/** Built from docs/truth-table.md and docs/truth.md by `document-plugin.ts`. */
declare module "virtual:accuracy" {
  const accuracy: import("./help/documents").MeasuredAccuracy;
  export default accuracy;
}
