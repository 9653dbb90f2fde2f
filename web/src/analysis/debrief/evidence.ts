/** What a finding rests on, as the map and the tables show it. */
import { type DebriefEvidence, SEGMENT_KINDS, type SegmentKind } from "@leebow/core";
import { wordFor } from "../../format/numbers";
import type { TimeRange } from "../../playback/clock";
import { type ReportTab, tabOfKind } from "../report/report-place";
import { type IdentifiedManeuver, rowsOf } from "../report/rows";

/** Turns of one kind, which one table lists. */
interface EvidenceRows {
  tab: ReportTab;
  ids: string[];
  /** "9 tacks" */
  text: string;
}

/** The turns of a finding that one table lists: of the kind that most of them are; null without turns. */
export function evidenceRows({ maneuvers }: DebriefEvidence, all: readonly IdentifiedManeuver[]): EvidenceRows | null {
  const chosen = new Set(maneuvers.map((index) => all[index]));
  const ofKind = (kind: SegmentKind) =>
    rowsOf(
      all.filter((one) => one.kind === kind && chosen.has(one)),
      kind,
    );
  const kinds = [...new Set(maneuvers.flatMap((index) => all[index]?.kind ?? []))];
  const [kind] = kinds.sort((a, b) => ofKind(b).length - ofKind(a).length);
  const tab = kind && tabOfKind(kind);
  if (!kind || !tab) return null;
  const ids = ofKind(kind).map(({ id }) => id);
  return { tab, ids, text: `${ids.length} ${wordFor(ids.length, SEGMENT_KINDS[kind].name).toLowerCase()}` };
}

/** From the first to the last range; null without ranges. */
export function evidenceRange({ ranges }: DebriefEvidence): TimeRange | null {
  const [first, last] = [ranges[0], ranges.at(-1)];
  return first && last ? { from_ms: Date.parse(first.start_time), to_ms: Date.parse(last.end_time) } : null;
}

/** Address of a stored track's map that shows just this. */
export function evidenceAddress(id: number, evidence: DebriefEvidence, all: readonly IdentifiedManeuver[]): string {
  const ids = evidence.maneuvers.flatMap((index) => all[index]?.id ?? []);
  if (ids.length > 0) return `/tracks/${id}?maneuver=${ids[0]}&turns=${ids.join(",")}`;
  const range = evidenceRange(evidence);
  if (!range) return `/tracks/${id}`;
  const text = (at_ms: number) => `${new Date(at_ms).toISOString().slice(0, 19)}Z`;
  return `/tracks/${id}?t=${text(range.from_ms)}&from=${text(range.from_ms)}&to=${text(range.to_ms)}`;
}

/** Where the evidence of findings is shown. */
export interface DebriefPlace {
  /** Of the analysis, in its order: evidence names them by their indices. */
  maneuvers: readonly IdentifiedManeuver[];
  zone: string | null;
  /** Address of a map with just this; without it the map is on the same page. */
  mapAddress?: (evidence: DebriefEvidence) => string;
  onMap: (evidence: DebriefEvidence) => void;
  /** Opens a table with just these rows ticked. */
  onRows: (tab: ReportTab, ids: readonly string[]) => void;
}
