import { withoutControls } from "./without-controls.ts";

/** The names of recordings of a zip as if it were a folder: `day.zip/boat.gpx`. */
export const namesInZip = (zip: string, names: readonly string[]): string[] =>
  distinctNames(names).map((name) => `${zip}/${name}`);

/** Without controls; of several files with one name in different folders of a zip, all but the first get a number: `boat (2).gpx`. */
export function distinctNames(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map(withoutControls).map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${count})$1`);
  });
}

/** What the recordings of a divided file are: boats, or days of one boat. */
export type DividedKind = "days" | "boats";

/** The engine's name of a session: its start in UTC. */
const SESSION = /^\d{4}-\d\d-\d\d \d\d\.\d\d\.gpx$/;

/** The kind of a divided file, by the names of its recordings. */
export const dividedKind = (names: readonly string[]): DividedKind =>
  names.every((name) => SESSION.test(name)) ? "days" : "boats";
