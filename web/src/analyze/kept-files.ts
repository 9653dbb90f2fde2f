/** The files of the analyze page in this browser's database, so that a reload does not lose them. Nothing is sent. */
import type { Correction, RaceCorrection } from "@leebow/core";
import { clear, createStore, del, entries, get, set, type UseStore } from "idb-keyval";

/** A file with its corrections by hand. */
export interface KeptFile {
  file: File;
  corrections: readonly Correction[];
  /** Absent in what was kept before second receivers were found. */
  same_boat?: SameBoat | null;
}

/** That a file is of the same boat at the same time as another one, which is used in its place. */
export interface SameBoat {
  /** Id of the other one. */
  as: number;
  /** How far the two are apart at most moments. */
  apart_m: number;
  /** What a person said of it. */
  answer: "one" | "two" | null;
}

/** What is common to all files, and the id of the one that is shown. */
interface KeptParameters {
  boat_class: string;
  wind_hint_deg: number | null;
  wind: File | null;
  open: number | null;
  /** Absent in what was kept before there were any. */
  race_corrections?: readonly RaceCorrection[];
}

const PARAMETERS = "parameters";

let opened: UseStore | null = null;
/** Files under their ids, and the parameters. */
function store(): UseStore {
  opened ??= createStore("leebow-analyze", "files");
  return opened;
}

export const keepFile = (id: number, file: KeptFile): Promise<void> => set(id, file, store());
export const keepParameters = (parameters: KeptParameters): Promise<void> => set(PARAMETERS, parameters, store());
export const forgetFile = (id: number): Promise<void> => del(id, store());
export const forgetAll = (): Promise<void> => clear(store());

/** Everything that is kept, files in the order they were added. Rejects where the browser has no database. */
export async function readKept(): Promise<{ files: [number, KeptFile][]; parameters: KeptParameters | null }> {
  const [all, parameters] = await Promise.all([
    entries<IDBValidKey, KeptFile>(store()),
    get<KeptParameters>(PARAMETERS, store()),
  ]);
  const files = all.filter((entry): entry is [number, KeptFile] => typeof entry[0] === "number");
  return { files: files.sort(([a], [b]) => a - b), parameters: parameters ?? null };
}
