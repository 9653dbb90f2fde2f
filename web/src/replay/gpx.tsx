/** A track as GPX 1.1, which chart plotters, watches and other programs read. */
import type { TrackColumns } from "@leebow/core";
import { Download } from "lucide-react";
import { saveFile } from "../format/save-file";
import { pieceStarts, type ReplayData } from "../playback/rows";
import styles from "../tracks/damage-report.module.css";
import { Button } from "../ui/button";

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
export function saveGpx(file: string, columns: TrackColumns): void {
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
