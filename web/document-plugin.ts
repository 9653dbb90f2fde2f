/** Vite plugin: the definitions of docs/metrics.md that screens show and the measured figures of docs/truth.md as modules. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { readAccuracy, readDefinitions } from "./src/help/documents.ts";
import { METRIC_IDS } from "./src/help/metric-ids.ts";

const DOCS = join(import.meta.dirname, "../docs");

const SHOWN = new Set<string>(METRIC_IDS);
const readShown = (text: string) => readDefinitions(text).filter(({ id }) => SHOWN.has(id));

const MODULES: Readonly<Record<string, { files: string[]; read: (text: string) => unknown }>> = {
  "virtual:definitions": { files: [join(DOCS, "metrics.md")], read: readShown },
  "virtual:accuracy": { files: ["truth-table.md", "truth.md"].map((name) => join(DOCS, name)), read: readAccuracy },
};

export function documents(): Plugin {
  return {
    name: "documents",
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load(id) {
      const found = id.startsWith("\0") ? MODULES[id.slice(1)] : undefined;
      if (!found) return undefined;
      for (const file of found.files) this.addWatchFile(file);
      const text = found.files.map((file) => readFileSync(file, "utf8")).join("\n");
      return `export default ${JSON.stringify(found.read(text))};`;
    },
  };
}
