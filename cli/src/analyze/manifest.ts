import { basename } from "node:path";
import type { Core } from "@leebow/core";
import { UsageError } from "../io/errors.ts";
import { readNamed, type Source } from "../io/inputs.ts";
import type { Io } from "../io/io.ts";

/** What a manifest says of a recording; null: nothing. */
export interface Manifested {
  boat_class: string | null;
  sailor: string | null;
  sail_number: string | null;
}

const FIELDS = ["boat_class", "sailor", "sail_number"] as const;
const NOTHING: Manifested = { boat_class: null, sailor: null, sail_number: null };

/**
 * Reads a manifest, a CSV whose first row names its columns: `file` and any of boat_class, sailor and sail_number. A file is
 * named by its path on the command line or by its name alone; a row about none of the recordings is left for another run.
 */
export async function readManifest(
  path: string | undefined,
  core: Core,
  io: Io,
): Promise<(source: Source) => Manifested> {
  if (path === undefined) return () => NOTHING;
  const [head = [], ...lines] = rowsOf(new TextDecoder().decode(await readNamed(path, "manifest", io)));
  const names = head.map((name) => name.trim());
  const unknown = names.find((name) => name !== "file" && !(FIELDS as readonly string[]).includes(name));
  if (!names.includes("file") || unknown !== undefined)
    throw new UsageError(
      `${path} is no manifest${unknown === undefined ? "" : ` (column ${unknown})`}: its first row is file and any of ${FIELDS.join(", ")}, with commas between.`,
    );
  const found = new Map(
    lines.map((cells, i) => {
      const cell = (name: string) => cells[names.indexOf(name)]?.trim() || null;
      const file = cell("file");
      if (file === null) throw new UsageError(`${path}, row ${i + 2}: it names no file.`);
      const boat_class = classOf(cell("boat_class"), core, `${path}, row ${i + 2}`);
      return [file, { boat_class, sailor: cell("sailor"), sail_number: cell("sail_number") }];
    }),
  );
  return ({ name }) => found.get(name) ?? found.get(basename(name)) ?? NOTHING;
}

/** In any spelling; a class that is not known is a mistake of the manifest, which is mended before a season is written. */
function classOf(text: string | null, core: Core, place: string): string | null {
  if (text === null) return null;
  const name = core.boat_class(text)?.name;
  if (name === undefined) throw new UsageError(`${place}: "${text}" is not a boat class Leebow knows.`);
  return name;
}

/** Rows of a CSV by RFC 4180, without empty ones; a mark of the byte order before the first is left out. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text
    .replace(/^\ufeff/, "")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end !== ",") rows.push([]);
  }
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ""));
}
