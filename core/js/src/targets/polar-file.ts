/**
 * Polar files of other programs (docs/formats.md): what a boat should sail at each wind speed and angle. The content decides
 * the format, not the name; what cannot be read is left out and said.
 */
import { orcTable, readOrcJson } from "./orc-file.ts";
import { type Cell, type Misfit, PolarFileError, polarOf } from "./polar-cells.ts";
import { expeditionCells, isExpedition, isTable, rowsOf, tableCells } from "./polar-tables.ts";

/** The speeds of one wind, at rising angles; without those that the file does not have. */
export interface TargetWind {
  tws_kn: number;
  /** 0 to 180, of both tacks. */
  twa_deg: number[];
  speed_kn: number[];
}

/** A polar, from light to strong wind. */
export interface TargetPolar {
  winds: TargetWind[];
}

/** OpenCPN and qtVlm have the same table, one with tabs and one with semicolons; `csv` is one with commas. */
export type PolarFileFormat = "expedition" | "orc" | "opencpn" | "qtvlm" | "csv";

export interface PolarFile {
  format: PolarFileFormat;
  polar: TargetPolar;
  /** Speeds that are not used, and what is used instead. */
  misfits: Misfit[];
  /** What else was left out, as sentences. */
  notes: string[];
}

export { PolarFileError };

const NO_POLAR =
  "This is no polar. A polar has wind speeds in its first row and wind angles in its first column, or the other way round. " +
  "Expedition, ORC, OpenCPN and qtVlm files are read as they come.";

/** Bytes. The largest polars that are around, 181 angles by 71 winds, have 100 kB; lists of ORC certificates have some MB. */
const MOST_BYTES = 8_000_000;

/** Sentences on what was left out; of more the number is said. */
const MOST_NOTES = 10;

/** Cells that a parser found, and what it left out. */
export interface Found {
  format: PolarFileFormat;
  cells: Cell[];
  notes: string[];
}

/** Reads a polar file. Errors: {@link PolarFileError}. */
export function readPolarFile(bytes: Uint8Array): PolarFile {
  if (bytes.length === 0) throw new PolarFileError("The file is empty.");
  if (bytes.length > MOST_BYTES) throw new PolarFileError(NO_POLAR);
  const found = cellsOf(polarFileText(bytes));
  if (found === null) throw new PolarFileError(NO_POLAR);
  const { polar, misfits, notes } = polarOf(found.cells);
  const angles = Math.max(0, ...polar.winds.map(({ twa_deg }) => twa_deg.length));
  if (polar.winds.length < 2 || angles < 3) throw new PolarFileError(NO_POLAR);
  return { format: found.format, polar, misfits, notes: few([...found.notes, ...notes]) };
}

function few(notes: string[]): string[] {
  const more = notes.length - MOST_NOTES;
  return more > 1 ? [...notes.slice(0, MOST_NOTES), `${more} more lines or figures are left out.`] : notes;
}

function cellsOf(text: string): Found | null {
  if (/^\s*[[{]/.test(text)) return readOrcJson(text);
  const rows = rowsOf(text);
  if (rows.lines.length < 2) return null;
  const orc = orcTable(rows);
  if (orc) return orc;
  if (isExpedition(rows)) return expeditionCells(rows);
  return isTable(rows) ? tableCells(rows) : null;
}

/** UTF-8, or UTF-16 with its mark; a degree sign of another code page is no digit and does no harm. */
export function polarFileText(bytes: Uint8Array): string {
  const mark = (bytes[0]! << 8) | (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}
