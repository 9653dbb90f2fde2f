import { EngineError, maneuverCsvHead, maneuverCsvLines } from "@leebow/core";
import { documentOf } from "@leebow/core/document";
import { saveFile } from "../format/save-file";
import { currentUnits } from "../stores/units";
import { analyzeStore, parameters } from "./analyze-store";

const readFiles = () => analyzeStore.files.filter(({ state, data }) => state === "read" && data !== null);

/** All analysed files as one analysis document, as the CLI and the server give it. */
export function reportDocument() {
  const read = readFiles();
  const refused = analyzeStore.files.filter(({ state }) => state === "refused");
  // The document has one set of parameters: the corrections of several files would be those of none.
  const corrections = read.length === 1 ? [...read[0]!.corrections] : [];
  return documentOf(
    analyzeStore.engine,
    { ...parameters(), ...(corrections.length > 0 && { corrections }) },
    read.map(({ data }) => ({ report: data!.report })),
    refused.map(({ file, kind, reason }) => ({ name: file.name, error: new EngineError(kind, reason) })),
  );
}

/** Saves everything the engine found, of all files. */
export function saveJson(): void {
  save(JSON.stringify(reportDocument(), null, 2), "application/json", "leebow.json");
}

/** Saves the maneuvers of all files as a table. */
export function saveManeuvers(): void {
  const lines = readFiles().map(({ data }) => maneuverCsvLines(data!.report, currentUnits()));
  save(maneuverCsvHead(currentUnits()) + lines.join(""), "text/csv", "maneuvers.csv");
}

/** Saves a text under the name of the open file with an ending. */
function save(text: string, type: string, ending: string): void {
  const first = analyzeStore.files.find(({ id }) => id === analyzeStore.open)?.file.name ?? "session";
  saveFile([text], type, `${first.replace(/\.[^.]+$/, "")}-${ending}`);
}
