import type { Target } from "@leebow/api/contract";
import { EngineError, type FileAnalysis, maneuverCsvHead, maneuverCsvLines } from "@leebow/core";
import { documentOf } from "@leebow/core/document";
import { Braces, Printer, Route, Save, Table } from "lucide-react";
import { useCallback, useState } from "react";
import { windByHand } from "../analysis/polar/local-targets";
import { useTargetsInUse } from "../analysis/polar/targets";
import { saveFile } from "../format/save-file";
import type { ReplayData } from "../playback/rows";
import { saveGpx } from "../replay/gpx";
import { currentUnits } from "../server/units";
import { ofReplayTarget, replayTarget } from "../session/replay-target";
import { Button } from "../ui/button";
import { lazyQuiet } from "../ui/lazy-component";
import { Menu } from "../ui/menu";
import { analyzeStore, parameters } from "./analyze-store";

const PrintReport = lazyQuiet(() => import("./print-report").then((part) => part.PrintReport));

/** Loads the printable page; afterwards it needs no network. */
export const loadPrintReport = () => PrintReport.load();

/** Saves what was found: as data, as a table, or on paper. */
export function SaveMenu({ data }: { data: ReplayData }) {
  const in_use = useTargetsInUse() ?? [];
  const [isPrinting, setPrinting] = useState(false);
  const done = useCallback(() => setPrinting(false), []);
  return (
    <>
      <Menu
        trigger={<Button icon={Save}>Save report</Button>}
        entries={[
          { label: "Maneuvers as a table (CSV)", icon: Table, onSelect: () => saveManeuvers(in_use) },
          { label: "Track (GPX)", icon: Route, onSelect: () => saveGpx(data.report.name, data.columns) },
          { label: "Printable page (PDF)", icon: Printer, onSelect: () => setPrinting(true) },
          { label: "All data (JSON)", icon: Braces, onSelect: () => saveJson(in_use) },
        ]}
      />
      {isPrinting && <PrintReport data={data} onDone={done} />}
    </>
  );
}

const readFiles = () => analyzeStore.files.filter(({ state, data }) => state === "read" && data !== null);

/** All analysed files as one analysis document, as the CLI and the server give it. */
export function reportDocument(in_use: readonly Target[] = []) {
  const read = readFiles();
  const refused = analyzeStore.files.filter(({ state }) => state === "refused");
  // The document has one set of parameters: the corrections of several files would be those of none.
  const corrections = read.length === 1 ? [...read[0]!.corrections] : [];
  return documentOf(
    analyzeStore.engine,
    { ...parameters(), ...(corrections.length > 0 && { corrections }) },
    read.map(({ data }) => ({ report: comparedWith(in_use, data!) })),
    refused.map(({ file, kind, reason }) => ({ name: file.name, error: new EngineError(kind, reason) })),
  );
}

/** Saves everything the engine found, of all files. */
function saveJson(in_use: readonly Target[]): void {
  save(JSON.stringify(reportDocument(in_use), null, 2), "application/json", "leebow.json");
}

/** Saves the maneuvers of all files as a table. */
export function saveManeuvers(in_use: readonly Target[]): void {
  const reports = readFiles().map(({ data }) => comparedWith(in_use, data!));
  const has_target = reports.some((report) => "target" in report);
  const lines = reports.map((report) => maneuverCsvLines(report, currentUnits(), has_target));
  save(maneuverCsvHead(currentUnits(), has_target) + lines.join(""), "text/csv", "maneuvers.csv");
}

/** The report with its maneuvers against the target in use for its class. */
function comparedWith(in_use: readonly Target[], data: ReplayData): FileAnalysis {
  const target = in_use.find(({ boat_class }) => boat_class === data.report.boat_class);
  if (!target) return data.report;
  return ofReplayTarget(data.report, replayTarget(data, target, windByHand.tws_kn[data.report.sha256] ?? null));
}

/** Saves a text under the name of the open file with an ending. */
function save(text: string, type: string, ending: string): void {
  const first = analyzeStore.files.find(({ id }) => id === analyzeStore.open)?.file.name ?? "session";
  saveFile([text], type, `${first.replace(/\.[^.]+$/, "")}-${ending}`);
}
