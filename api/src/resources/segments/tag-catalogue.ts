/** The tags that everybody has: kinds of segments, and what journals are about. Importable by the browser. */
import { KIND_COLORS, SEGMENT_KINDS, type SegmentKind } from "@leebow/core";

type TaggedThing = "segment" | "note" | "star";

export interface CatalogueTag {
  id: number;
  /** What is stored and sent: the letter of a kind of segment, the text of a journal's tag. */
  value: string;
  label: string;
  color: string | null;
  /** Which things have it: segments, journal notes, gold stars. */
  of: TaggedThing[];
}

/** Tags of journals, in the words of the specification; a journal may have others. */
const JOURNAL_TAGS: readonly CatalogueTag[] = [
  { id: 1, value: "Local Knowledge", label: "Local Knowledge", color: null, of: ["note"] },
  { id: 2, value: "Speed/Tuning", label: "Speed/Tuning", color: null, of: ["note"] },
  { id: 3, value: "Boat Handling", label: "Boat Handling", color: null, of: ["note"] },
  { id: 11, value: "speed", label: "Speed", color: null, of: ["star"] },
  { id: 12, value: "boathandling", label: "Boat handling", color: null, of: ["star"] },
  { id: 13, value: "tactics", label: "Tactics", color: null, of: ["star"] },
  { id: 14, value: "localknowledge", label: "Local knowledge", color: null, of: ["star"] },
];

/** Ids of the kinds of segments begin here. */
const FIRST_KIND_ID = 101;

const KIND_TAGS: readonly CatalogueTag[] = Object.entries(SEGMENT_KINDS).map(([kind, { letter, name }], i) => ({
  id: FIRST_KIND_ID + i,
  value: letter,
  label: name,
  color: KIND_COLORS[kind as SegmentKind],
  of: ["segment"],
}));

export const TAG_CATALOGUE: readonly CatalogueTag[] = [...JOURNAL_TAGS, ...KIND_TAGS];

/** Kind of segment by its letter. */
export const KIND_OF_LETTER = new Map(
  Object.entries(SEGMENT_KINDS).map(([kind, { letter }]) => [letter, kind as SegmentKind]),
);
