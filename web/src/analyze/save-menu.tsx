import type { Target } from "@leebow/api/contract";
import { EngineError, type FileAnalysis, maneuverCsvHead, maneuverCsvLines, type TrackColumns } from "@leebow/core";
import { documentOf } from "@leebow/core/document";
import { Braces, Download, Printer, Route, Save, Table } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "../components/button";
import { lazyPanel } from "../components/lazy-component";
import { Menu } from "../components/menu";
import { saveFile } from "../format/save-file";
import { pieceStarts } from "../playback/rows";
import { useTargetsInUse } from "../queries/targets";
import type { ReplayData } from "../session/replay-model";
import { ofReplayTarget, replayTarget } from "../session/replay-target";
import { windByHand } from "../stores/local-targets";
import { currentUnits } from "../stores/units";
import { analyzeStore, parameters } from "./analyze-store";
import styles from "./damage-report.module.css";

const PrintReport = lazyPanel(() => import("./print-report").then((part) => part.PrintReport), { quiet: true });

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

/** A track as GPX 1.1, which chart plotters, watches and other programs read. */

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Leebow" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
`;
/** Decimals of a degree: 1 cm. */
const DECIMALS = 7;

/**
 * The file in parts that follow each other: one a segment, since a long session is larger than a text may be. Fixes
 * without a position are left out; a gap in the fixes begins a new segment.
 */
export function gpxParts(name: string, columns: TrackColumns): string[] {
  const starts = pieceStarts(columns.time_ms);
  const segments = [...starts].map((start, i) => segmentOf(columns, start, starts[i + 1] ?? columns.n));
  return [`${HEAD}<trk><name>${escaped(name)}</name>\n`, ...segments, "</trk>\n</gpx>\n"];
}

/** Saves the track of a file under its name. */
function saveGpx(file: string, columns: TrackColumns): void {
  const stem = file.replace(/\.[^.]+$/, "");
  saveFile(gpxParts(stem, columns), "application/gpx+xml", `${stem}.gpx`);
}

function segmentOf({ time_ms, lat_deg, lon_deg, channels }: TrackColumns, start: number, end: number): string {
  const points: string[] = [];
  for (let row = start; row < end; row++) {
    const [lat, lon] = [lat_deg[row]!, lon_deg[row]!];
    if (Number.isNaN(lat) || Number.isNaN(lon)) continue;
    const time = new Date(time_ms[row]!).toISOString();
    const at = `lat="${lat.toFixed(DECIMALS)}" lon="${lon.toFixed(DECIMALS)}"`;
    points.push(`<trkpt ${at}><time>${time}</time>${heartRate(channels.hr?.[row])}</trkpt>\n`);
  }
  return points.length === 0 ? "" : `<trkseg>\n${points.join("")}</trkseg>\n`;
}

function heartRate(bpm = NaN): string {
  if (Number.isNaN(bpm)) return "";
  const extension = `<gpxtpx:TrackPointExtension><gpxtpx:hr>${Math.round(bpm)}</gpxtpx:hr></gpxtpx:TrackPointExtension>`;
  return `<extensions>${extension}</extensions>`;
}

const NAMES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => NAMES[sign]!);

/** Saves the track as other programs read it: what was kept of the file, in its own times. */
export function GpxExport({ data: { report, columns } }: { data: ReplayData }) {
  return (
    <div className={styles.export}>
      <Button icon={Download} onClick={() => saveGpx(report.name, columns)}>
        Save as GPX
      </Button>
      <p className="small secondary">Positions, times and heart rate, for chart plotters and other programs.</p>
    </div>
  );
}
