import { EngineError } from "@leebow/core";
import { documentOf } from "@leebow/core/document";
import { analyzeStore, parameters } from "./analyze-store";

/** All analysed files as one analysis document, as the CLI and the server give it. */
export function reportDocument() {
  const read = analyzeStore.files.filter(({ state, data }) => state === "read" && data !== null);
  const refused = analyzeStore.files.filter(({ state }) => state === "refused");
  return documentOf(
    analyzeStore.engine,
    parameters(),
    read.map(({ data }) => ({ report: data!.report })),
    refused.map(({ file, kind, reason }) => ({ name: file.name, error: new EngineError(kind, reason) })),
  );
}

/** Saves the document as a file. */
export function saveReport(): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(reportDocument(), null, 2)], { type: "application/json" }));
  const first = analyzeStore.files.find(({ id }) => id === analyzeStore.open)?.file.name ?? "session";
  const link = Object.assign(document.createElement("a"), {
    href: url,
    download: `${first.replace(/\.[^.]+$/, "")}-leebow.json`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
