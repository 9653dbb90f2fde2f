import { EngineError } from "@leebow/core";
import { documentOf } from "@leebow/core/document";
import { analyzeStore, parameters } from "./analyze-store";

/** Everything on the analyzeStore as the outward contract: the same document the terminal and the server give. */
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

/** Hands the document over as a file; it goes from the page to the disk. */
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
