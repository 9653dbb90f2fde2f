import type { Correction, Why } from "@leebow/core";
import { proxy, ref } from "valtio";
import { fetchWholeCoast } from "../map/coast";
import type { ReplayData } from "../replay/replay-model";
import { analyzeFile, explainFile, warmEngine } from "./engine";

/** One dropped file and the state of its analysis. */
export interface AnalyzeEntry {
  id: number;
  file: File;
  state: "reading" | "read" | "refused";
  /** The latest analysis; it remains while the file is analysed again with other parameters. */
  data: ReplayData | null;
  took_ms: number;
  /** The reason of the refusal, a sentence. */
  reason: string;
  kind: string;
  /** Corrections by hand, in the order they are applied. */
  corrections: readonly Correction[];
  /** Whether it is being analysed again with other parameters. */
  busy: boolean;
}

export interface AnalyzeState {
  files: AnalyzeEntry[];
  /** Id of the file shown; null for none. */
  open: number | null;
  boat_class: string;
  boat_classes: string[];
  engine: string;
  wind: File | null;
  /** Direction the wind blows from as given by the user, degrees; null without a hint. */
  wind_hint_deg: number | null;
  /** "ready": everything the page needs is loaded; it works without a network. */
  readiness: "loading" | "ready" | "failed";
}

export const OTHER = "Other";
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
  readiness: "loading",
});

let next_id = 1;

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

/** Adds files and analyses them in order; the first that can be read is shown. */
export async function addFiles(files: readonly File[]): Promise<void> {
  const taken = files.map(
    (file): AnalyzeEntry => ({
      id: next_id++,
      file: ref(file),
      state: "reading",
      data: null,
      took_ms: 0,
      reason: "",
      kind: "",
      corrections: [],
      busy: false,
    }),
  );
  analyzeStore.files.push(...taken);
  let isShown = false;
  for (const { id } of taken) {
    await read(id);
    const found = analyzeStore.files.find((one) => one.id === id);
    if (!isShown && found?.state === "read") {
      analyzeStore.open = id;
      isShown = true;
    }
  }
}

export async function setBoatClass(boat_class: string): Promise<void> {
  analyzeStore.boat_class = boat_class;
  await readAll();
}

export async function setWindLog(wind: File | null): Promise<void> {
  analyzeStore.wind = wind && ref(wind);
  await readAll();
}

export async function setWindHint(wind_hint_deg: number | null): Promise<void> {
  analyzeStore.wind_hint_deg = wind_hint_deg;
  await readAll();
}

/** Replaces the corrections of a file and analyses it again. */
export async function setCorrections(id: number, corrections: readonly Correction[]): Promise<void> {
  const entry = analyzeStore.files.find((one) => one.id === id);
  if (!entry) return;
  entry.corrections = ref([...corrections]);
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
  const ids = analyzeStore.files.filter(({ state }) => state !== "refused").map(({ id }) => id);
  for (const id of ids.sort((a, b) => Number(b === analyzeStore.open) - Number(a === analyzeStore.open)))
    await read(id);
}

async function read(id: number): Promise<void> {
  const entry = analyzeStore.files.find((one) => one.id === id);
  if (!entry) return;
  entry.busy = true;
  const options = { ...parameters(), corrections: [...entry.corrections] };
  const outcome = await analyzeFile(entry.file, options, analyzeStore.wind).catch(
    () => ({ state: "refused", kind: "internal", message: ENGINE_STOPPED }) as const,
  );
  entry.busy = false;
  entry.state = outcome.state;
  if (outcome.state === "read") {
    const { report, columns } = outcome.analysis;
    entry.data = ref({ report, columns });
    entry.took_ms = outcome.took_ms;
  } else {
    entry.reason = outcome.message;
    entry.kind = outcome.kind;
  }
}
