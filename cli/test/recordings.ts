import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const FOLDER = process.env.LEEBOW_RECORDINGS ?? join(import.meta.dirname, "../../../shared/recordings");

/** Paths of the real recordings in these folders; none, and a word about it, where they are absent. */
export function recordings(...folders: string[]): string[] {
  if (!existsSync(FOLDER)) {
    console.warn("Only fixtures: no recordings here; set LEEBOW_RECORDINGS to their folder.");
    return [];
  }
  const paths = folders.flatMap((folder) =>
    readdirSync(join(FOLDER, folder)).map((name) => join(FOLDER, folder, name)),
  );
  return paths.filter((path) => statSync(path).isFile()).sort();
}
