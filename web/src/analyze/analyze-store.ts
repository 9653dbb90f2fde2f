import { type Correction, filesOfSession, type RaceCorrection, sessionsOf, type Why, windLogWords } from "@leebow/core";
import { clear, createStore, del, entries, get, set, type UseStore } from "idb-keyval";
import { proxy, ref } from "valtio";
import {
  analyzeFile,
  divideFile,
  explainFile,
  joinFiles,
  relateFiles,
  releaseFile,
  warmEngine,
} from "../engine/engine";
import { withZipsOpened } from "../engine/unzip";
import type { Outcome, OutlinedFile } from "../engine/worker";
import { fetchWholeCoast } from "../map/coast";
import type { ReplayData } from "../playback/rows";
import { notify } from "../server/notices";
import type { CorrectionEdit } from "../session/correction-source";

/** One dropped file and the state of its analysis. */
export interface AnalyzeEntry {
  /** Rises in the order in which the files were added, unique in this browser. */
  id: number;
  file: File;
  state: "reading" | "read" | "refused";
  /** The latest analysis; it remains while the file is analysed again with other parameters. */
  data: ReplayData | null;
  /** Time of reading and the first analysis, ms; 0 before. */
  took_ms: number;
  /** The reason of the refusal, a sentence. */
  reason: string;
  kind: string;
  /** Corrections by hand, in the order they are applied. */
  corrections: readonly Correction[];
  /** Null for a boat of its own. */
  same_boat: SameBoat | null;
  /** Whether it is being analysed, or waits for it. */
  busy: boolean;
}

interface AnalyzeState {
  files: AnalyzeEntry[];
  /** Id of the file shown; null for none. */
  open: number | null;
  boat_class: string;
  boat_classes: string[];
  engine: string;
  wind: File | null;
  /** Direction the wind blows from as given by the user, degrees; null without a hint. */
  wind_hint_deg: number | null;
  /** Corrections of the races of these files, which name each boat by the id of its file. */
  race_corrections: readonly RaceCorrection[];
  /** "ready": everything the page needs is loaded; it works without a network. */
  readiness: "loading" | "ready" | "failed";
  /** Whether the browser keeps the files until they are removed; otherwise they are gone after a reload. */
  isKept: boolean;
}

const OTHER = "Other";
const ENGINE_STOPPED =
  "The engine stopped while reading this file. The file is unchanged. Load the page again and open it alone.";

export const analyzeStore = proxy<AnalyzeState>({
  files: [],
  open: null,
  boat_class: OTHER,
  boat_classes: [OTHER],
  engine: "",
  wind: null,
  wind_hint_deg: null,
  race_corrections: ref([]),
  readiness: "loading",
  isKept: true,
});

/** Microseconds: two tabs that add files at the same time do not give the same id. */
let next_id = Math.round((Date.now() + Math.random()) * 1000);

/** Loads what the page needs without a network: engine, map, coast, and what `more` loads. */
export async function preload(more: () => Promise<unknown>): Promise<void> {
  analyzeStore.readiness = "loading";
  try {
    const [facts] = await Promise.all([
      warmEngine(),
      import("../map/replay-map").then(({ startWorkers }) => startWorkers()),
      fetchWholeCoast(),
      more(),
    ]);
    analyzeStore.boat_classes = facts.boat_classes;
    analyzeStore.engine = facts.version;
    analyzeStore.readiness = "ready";
  } catch {
    analyzeStore.readiness = "failed";
  }
}

/**
 * Adds files, of a zip every recording in it and of another file every boat and session, those of one session as one, and
 * analyses them in order; the first that can be read is shown.
 */
export async function addFiles(files: readonly File[]): Promise<void> {
  const opened = await withZipsOpened(files);
  const taken = opened.map(newEntry);
  analyzeStore.files.push(...taken);
  for (const entry of taken) keep(entry);
  const parts: Outlined[] = [];
  for (const whole of taken) parts.push(...(await dividedEntry(whole)));
  await readFirst(parts.length > 1 ? await relatedEntries(parts) : parts.map(({ entry }) => entry));
}

/** Analyses files in order; the first that can be read is shown. */
async function readFirst(entries: readonly AnalyzeEntry[]): Promise<void> {
  let isShown = false;
  for (const { id } of entries) {
    await read(id);
    if (isShown || found(id)?.state !== "read") continue;
    openFile(id);
    isShown = true;
  }
}

/** An entry, and what its file is compared with others by. */
interface Outlined extends OutlinedFile {
  entry: AnalyzeEntry;
}

const NO_OUTLINE = new Float64Array();

const newEntry = (file: File): AnalyzeEntry => entryOf(next_id++, { file, corrections: [] });

/** The entries of the boats and sessions of a file in the place of its own, which comes back with the notice; itself for others. */
async function dividedEntry(whole: AnalyzeEntry): Promise<Outlined[]> {
  const divided = await divideFile(whole.file);
  const outlined = (entry: AnalyzeEntry, outline: Float64Array) => ({ entry, file: entry.file, outline });
  if (!divided || divided.files.length < 2 || !found(whole.id))
    return [outlined(whole, divided?.outline ?? NO_OUTLINE)];
  const parts = divided.files.map(({ file }) => newEntry(file));
  exchange([whole], parts);
  const [what, count] = [divided.kind, divided.files.length];
  const sentence =
    what === "boats"
      ? `${count} boats at the same time in ${whole.file.name}: each is a recording of its own.`
      : `${count} sessions in ${whole.file.name}: each is a recording of its own.`;
  const keepAsOne = () => {
    exchange(parts, [whole]);
    void read(whole.id).then(() => openFile(whole.id));
  };
  notify.success(sentence, { label: "Keep as one", run: keepAsOne });
  return parts.map((entry, i) => outlined(entry, divided.files[i]!.outline));
}

/** The entries with those of one session as one; a second receiver of a boat is marked. */
async function relatedEntries(parts: readonly Outlined[]): Promise<AnalyzeEntry[]> {
  const relations = await relateFiles(parts);
  if (!relations) return parts.map(({ entry }) => entry);
  const entryOf = new Map<number, AnalyzeEntry>();
  const entries: AnalyzeEntry[] = [];
  for (const rows of sessionsOf(relations)) {
    const files = rows.map((row) => parts[row]!).sort((a, b) => a.outline[0]! - b.outline[0]!);
    const joined = files.length > 1 ? await joinedEntry(files.map(({ entry }) => entry)) : null;
    entries.push(...(joined ? [joined] : files.map(({ entry }) => entry)));
    for (const row of rows) entryOf.set(row, joined ?? parts[row]!.entry);
  }
  for (const [row, { same_boat }] of relations.entries()) {
    const entry = found(entryOf.get(row)!.id);
    if (!same_boat || !entry) continue;
    entry.same_boat = { as: entryOf.get(same_boat.index)!.id, apart_m: same_boat.apart_m, answer: null };
    keep(entry);
  }
  return entries;
}

/** The entry of files of one session in the place of theirs, which come back with the notice; null where they stay apart. */
async function joinedEntry(files: readonly AnalyzeEntry[]): Promise<AnalyzeEntry | null> {
  const joined = await joinFiles(files.map(({ file }) => file));
  if (!joined || files.some(({ id }) => !found(id))) return null;
  const entry = newEntry(joined);
  exchange(files, [entry]);
  const keepAsSeveral = () => {
    exchange([entry], files);
    void readFirst(files);
  };
  const sentence = filesOfSession(files.map(({ file }) => file.name));
  notify.success(sentence, { label: "Keep as several", run: keepAsSeveral });
  return entry;
}

/** Whether a file counts beside the one that is shown: not where it is a second receiver of a boat, or that boat's other one. */
export function countsBeside(
  shown: number | null,
  files: readonly Pick<AnalyzeEntry, "id" | "same_boat">[],
): (file: Pick<AnalyzeEntry, "id" | "same_boat">) => boolean {
  const isSecond = ({ same_boat }: Pick<AnalyzeEntry, "same_boat">) => same_boat !== null && same_boat.answer !== "two";
  const own = files.find(({ id, same_boat }) => id === shown && isSecond({ same_boat }));
  return (file) => file.id === shown || (!isSecond(file) && file.id !== own?.same_boat?.as);
}

/** Says whether a file is of the same boat as another one; null: not said. */
export function answerSameBoat(id: number, answer: SameBoat["answer"]): void {
  const entry = found(id);
  if (!entry?.same_boat) return;
  entry.same_boat = { ...entry.same_boat, answer };
  keep(entry);
}

/** Puts entries in the place of others, which are forgotten. */
function exchange(former: readonly AnalyzeEntry[], next: readonly AnalyzeEntry[]): void {
  const ids = former.map(({ id }) => id);
  const at = analyzeStore.files.findIndex(({ id }) => ids.includes(id));
  if (at < 0) return;
  for (const { id, file } of former) {
    void releaseFile(file);
    void attempt(() => forgetFile(id));
  }
  const others = analyzeStore.files.filter(({ id }) => !ids.includes(id));
  analyzeStore.files = [...others.slice(0, at), ...next, ...others.slice(at)];
  if (analyzeStore.open !== null && ids.includes(analyzeStore.open)) openFile(null);
  for (const entry of next) keep(entry);
}

function entryOf(id: number, { file, corrections, same_boat = null }: KeptFile): AnalyzeEntry {
  return {
    id,
    file: ref(file),
    state: "reading",
    data: null,
    took_ms: 0,
    reason: "",
    kind: "",
    corrections: ref([...corrections]),
    same_boat,
    busy: false,
  };
}

const found = (id: number) => analyzeStore.files.find((one) => one.id === id);

/** Shows a file. */
export function openFile(id: number | null): void {
  analyzeStore.open = id;
  keepChoices();
}

/** Removes a file with its corrections; the function it returns brings them back. */
export function removeFile(id: number): () => void {
  const index = analyzeStore.files.findIndex((one) => one.id === id);
  const entry = analyzeStore.files[index];
  if (!entry) return () => undefined;
  analyzeStore.files.splice(index, 1);
  void releaseFile(entry.file);
  const wasOpen = analyzeStore.open === id;
  void attempt(() => forgetFile(id));
  if (wasOpen) openFile(analyzeStore.files.find(({ state }) => state === "read")?.id ?? null);
  return () => {
    if (found(id)) return;
    analyzeStore.files.splice(index, 0, entry);
    keep(entry);
    if (wasOpen) openFile(id);
    // Its turn to be analysed may have passed without it.
    if (entry.busy) void read(id);
  };
}

/** Removes all files and what was chosen for them. */
export function removeAll(): void {
  Object.assign(analyzeStore, {
    files: [],
    open: null,
    boat_class: OTHER,
    wind: null,
    wind_hint_deg: null,
    race_corrections: ref([]),
  });
  void releaseFile();
  void attempt(forgetAll);
}

/** Reads the files again that this browser keeps, the one last shown first. */
export async function restoreFiles(): Promise<void> {
  if (analyzeStore.files.length > 0) return;
  await attempt(async () => {
    const { files, parameters } = await readKept();
    // Files that were dropped in the meantime are there already.
    const missing = files.filter(([id]) => !found(id));
    if (missing.length === 0) return;
    const { open = null, wind = null, race_corrections = [], ...choices } = parameters ?? {};
    Object.assign(analyzeStore, choices, { wind: wind && ref(wind), race_corrections: ref([...race_corrections]) });
    analyzeStore.files.unshift(...missing.map(([id, kept]) => entryOf(id, kept)));
    for (const id of openFirst(
      missing.map(([id]) => id),
      open,
    )) {
      await read(id);
      if (analyzeStore.open === null && found(id)?.state === "read") analyzeStore.open = id;
    }
  });
}

/** Frees the memory of the files when the page is left; they are read again when it is opened. */
export function releaseFiles(): void {
  void releaseFile();
  if (analyzeStore.isKept) Object.assign(analyzeStore, { files: [], open: null });
}

function keep({ id, file, corrections, same_boat }: AnalyzeEntry): void {
  void attempt(() => keepFile(id, { file, corrections: [...corrections], same_boat: same_boat && { ...same_boat } }));
}

function keepChoices(): void {
  const { boat_class, wind_hint_deg, wind, open, race_corrections } = analyzeStore;
  void attempt(() => keepParameters({ boat_class, wind_hint_deg, wind, open, race_corrections }));
}

/** Browsers refuse in private windows and on full disks: the page works without. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    analyzeStore.isKept = false;
  }
}

export async function setBoatClass(boat_class: string): Promise<void> {
  analyzeStore.boat_class = boat_class;
  keepChoices();
  await readAll();
}

export async function setWindLog(wind: File | null): Promise<void> {
  if (analyzeStore.wind) void releaseFile(analyzeStore.wind);
  analyzeStore.wind = wind && ref(wind);
  keepChoices();
  await readAll();
}

export async function setWindHint(wind_hint_deg: number | null): Promise<void> {
  analyzeStore.wind_hint_deg = wind_hint_deg;
  keepChoices();
  await readAll();
}

/** Replaces the corrections of the races of these files. */
export function setRaceCorrections(corrections: readonly RaceCorrection[]): void {
  analyzeStore.race_corrections = ref([...corrections]);
  keepChoices();
}

/** Changes the corrections of a file, as they are now, and analyses it again. */
export async function editCorrections(id: number, edit: CorrectionEdit): Promise<void> {
  const entry = found(id);
  if (!entry) return;
  entry.corrections = ref([...edit(entry.corrections)]);
  keep(entry);
  await read(id);
}

/** Why a moment of a file is a maneuver or not. */
export function explainMoment({ file, corrections }: AnalyzeEntry, time_ms: number): Promise<Why> {
  return explainFile(file, { ...parameters(), corrections: [...corrections] }, analyzeStore.wind, time_ms);
}

/** Parameters of the engine, of all files. */
export function parameters(): { boat_class: string | null; wind_hint_deg: number | null } {
  return {
    boat_class: analyzeStore.boat_class === OTHER ? null : analyzeStore.boat_class,
    wind_hint_deg: analyzeStore.wind_hint_deg,
  };
}

/** Analyses all files again, the one shown first. */
async function readAll(): Promise<void> {
  const again = analyzeStore.files.filter(({ state }) => state !== "refused");
  for (const entry of again) entry.busy = true;
  const ids = again.map(({ id }) => id);
  for (const id of openFirst(ids, analyzeStore.open)) await read(id);
}

const openFirst = (ids: readonly number[], open: number | null): number[] =>
  ids.toSorted((a, b) => Number(b === open) - Number(a === open));

/** The latest analysis of each file that was begun: an earlier one that ends after it is not shown. */
const latest = new Map<number, symbol>();

async function read(id: number): Promise<void> {
  const entry = found(id);
  if (!entry) return;
  const begun = Symbol();
  latest.set(id, begun);
  entry.busy = true;
  const outcome = await analyzed(entry);
  if (latest.get(id) !== begun) return;
  latest.delete(id);
  entry.busy = false;
  if (outcome.state === "read") {
    const { report, columns } = outcome.analysis;
    entry.state = "read";
    entry.data = ref({ report, columns });
    entry.took_ms ||= outcome.took_ms;
  } else if (entry.data) {
    notify.error(`${entry.file.name} could not be analysed again; the figures are those of before. ${outcome.message}`);
  } else {
    entry.state = "refused";
    entry.reason = outcome.message;
    entry.kind = outcome.kind;
  }
}

/** Analyses a file with the wind log; without it when that is what cannot be read, which takes the log away. */
async function analyzed({ id, file, corrections }: AnalyzeEntry): Promise<Outcome> {
  const run = (wind: File | null) =>
    analyzeFile(file, { ...parameters(), corrections: [...corrections] }, wind, id === analyzeStore.open).catch(
      (): Outcome => ({ state: "refused", kind: "internal", message: ENGINE_STOPPED }),
    );
  const { wind } = analyzeStore;
  const outcome = await run(wind);
  if (wind === null || outcome.state === "read") return outcome;
  const without = await run(null);
  if (without.state === "refused") return outcome;
  if (analyzeStore.wind === wind) {
    analyzeStore.wind = null;
    keepChoices();
    notify.error(`The wind log ${wind.name} could not be read and is not used. ${windLogWords(outcome)}`);
  }
  return without;
}

/** The files of the analyze page in this browser's database, so that a reload does not lose them. Nothing is sent. */

/** A file with its corrections by hand. */
interface KeptFile {
  file: File;
  corrections: readonly Correction[];
  /** Absent in what was kept before second receivers were found. */
  same_boat?: SameBoat | null;
}

/** That a file is of the same boat at the same time as another one, which is used in its place. */
interface SameBoat {
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

const keepFile = (id: number, file: KeptFile): Promise<void> => set(id, file, store());
const keepParameters = (parameters: KeptParameters): Promise<void> => set(PARAMETERS, parameters, store());
const forgetFile = (id: number): Promise<void> => del(id, store());
const forgetAll = (): Promise<void> => clear(store());

/** Everything that is kept, files in the order they were added. Rejects where the browser has no database. */
async function readKept(): Promise<{ files: [number, KeptFile][]; parameters: KeptParameters | null }> {
  const [all, parameters] = await Promise.all([
    entries<IDBValidKey, KeptFile>(store()),
    get<KeptParameters>(PARAMETERS, store()),
  ]);
  const files = all.filter((entry): entry is [number, KeptFile] => typeof entry[0] === "number");
  return { files: files.sort(([a], [b]) => a - b), parameters: parameters ?? null };
}
