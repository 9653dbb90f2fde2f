import { EngineError } from "@leebow/core";
import { documentOf } from "@leebow/core/document";
import { desk, parameters } from "./desk";

/** Everything on the desk as the outward contract: the same document the terminal and the server give. */
export function reportDocument() {
  const read = desk.files.filter(({ state, data }) => state === "read" && data !== null);
  const refused = desk.files.filter(({ state }) => state === "refused");
  return documentOf(
    desk.engine,
    parameters(),
    read.map(({ data }) => ({ report: data!.report })),
    refused.map(({ file, kind, reason }) => ({ name: file.name, error: new EngineError(kind, reason) })),
  );
}

/** Hands the document over as a file; it goes from the page to the disk. */
export function saveReport(): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(reportDocument(), null, 2)], { type: "application/json" }));
  const first = desk.files.find(({ id }) => id === desk.open)?.file.name ?? "session";
  const link = Object.assign(document.createElement("a"), {
    href: url,
    download: `${first.replace(/\.[^.]+$/, "")}-leebow.json`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
