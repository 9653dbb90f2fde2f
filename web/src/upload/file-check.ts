/** What is known of a file before it is sent: its hash, and what the engine in the browser reads of it. */
import { type FileAnalysis, type NoSailing, noSailing, sessionsOf } from "@leebow/core";
import { trackDrawing } from "../map/track-drawing";
import { isParted, type ReplayData } from "../playback/rows";
import { partsText } from "../session/parts";
import { keptText, lostParts } from "../tracks/damage-report";

/** The engine's reading of a file. */
export interface Finding {
  isWhole: boolean;
  /** "Kept 10,431 of 10,902 points" */
  kept: string;
  /** Reasons of what was lost, and what the file lacks. */
  remarks: string[];
  /** "Read: 27,868 points at 2 Hz" */
  read: string;
  /** The track as an SVG path in a box of {@link PICTURE}, north up. */
  picture: string;
  /** "Sailing 12:04 to 15:10", and what is left out; null where all of it is sailing. */
  parts: { sailing: string; rest: string } | null;
  /** For the report of the damage; null for a file that is whole. */
  data: ReplayData | null;
}

/** Size of the picture of a track, CSS pixels. */
export const PICTURE = { width: 600, height: 200 } as const;
const PADDING = 16;

/** How the engine's sentence begins which says that it reads the first recording of a zip alone, and what stands in its place. */
const FIRST_ALONE = "The archive holds more than one recording";
const OF_SEVERAL = "boats sailed at the same time in this file";
const UNPACKED_THERE = "The server unpacks this zip, and each recording in it becomes a track.";

export type Check =
  | { isReadable: true; finding: Finding; no_sailing: NoSailing | null }
  | { isReadable: false; sentence: string };

/** Reads a file with the engine. Throws where the engine can not be loaded: the server reads the file then. */
export async function checkFile(file: File): Promise<Check> {
  const { analyzeFile, releaseFile } = await import("../engine/engine");
  const outcome = await analyzeFile(file, {}, null).finally(() => releaseFile(file));
  if (outcome.state === "refused") return { isReadable: false, sentence: outcome.message };
  const { report } = outcome.analysis;
  // Of several boats one alone is read here.
  const isOneOfSeveral = report.damage.lacks.some((sentence) => sentence.includes(OF_SEVERAL));
  return {
    isReadable: true,
    finding: findingOf(outcome.analysis),
    no_sailing: isOneOfSeveral ? null : noSailing(report),
  };
}

/** Those of these files that are of one session, each session with all of it in one file. */
export async function sessionsOfFiles(files: readonly File[]): Promise<{ files: readonly File[]; joined: File }[]> {
  const { divideFile, joinFiles, relateFiles } = await import("../engine/engine");
  const outlined: { file: File; outline: Float64Array }[] = [];
  for (const file of files) outlined.push({ file, outline: (await divideFile(file))?.outline ?? new Float64Array() });
  const found: { files: readonly File[]; joined: File }[] = [];
  for (const rows of sessionsOf((await relateFiles(outlined)) ?? [])) {
    if (rows.length < 2) continue;
    const own = rows.map((row) => outlined[row]!).sort((a, b) => a.outline[0]! - b.outline[0]!);
    const session = own.map(({ file }) => file);
    const joined = await joinFiles(session);
    if (joined) found.push({ files: session, joined });
  }
  return found;
}

function findingOf(data: ReplayData): Finding {
  const report: FileAnalysis = data.report;
  const lost = lostParts(report.damage);
  const reasons = [...new Set(lost.map(({ reason }) => reason))].slice(0, 3);
  return {
    isWhole: lost.length === 0,
    kept: keptText(report.damage),
    read: `Read: ${report.points.toLocaleString("en-GB")} points${rateText(report.summary.sample_rate_hz)}`,
    picture: trackDrawing(data.columns, PICTURE.width - 2 * PADDING, PICTURE.height - 2 * PADDING, PADDING),
    remarks: [...reasons, ...report.damage.lacks.map(onUpload)],
    parts: isParted(report) ? partsText(report, report.time_zone) : null,
    data: lost.length === 0 ? null : data,
  };
}

/** " at 2 Hz", " at 0.5 Hz" */
const rateText = (hz: number | null): string => (hz === null ? "" : ` at ${Number(hz.toFixed(1))} Hz`);

/** SHA-256 in hexadecimal; null where the browser has none, because the page was not fetched by https. */
export async function sha256Of(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The engine's sentence about what a recording lacks as it is true of an upload. */
export function onUpload(lack: string): string {
  if (lack.startsWith(FIRST_ALONE)) return UNPACKED_THERE;
  return lack.includes(OF_SEVERAL) ? lack.replace(/ This is .*$/s, " Each becomes a track.") : lack;
}
