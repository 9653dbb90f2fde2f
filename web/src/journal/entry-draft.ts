/** The form of a journal entry as data: what is written, which tabs are filled, what the server would refuse. */
import { CreateJournal, type Journal, LIMITS } from "@leebow/api/contract";
import { session } from "../server/session";
import { readStored, writeStored } from "../server/stored";
import type { EntryBody, EntrySubject } from "./entries";

export interface CompetitorDraft {
  /** Identity of the row in the form. */
  key: number;
  name: string;
  /** Account of a team member; null for a name as written. */
  user: number | null;
  position: string;
}

export interface RegattaDraft {
  name: string;
  number_competitors: string;
  finish_position: string;
  /** YYYY-MM-DD, both ends included. */
  days: { from: string; to: string } | null;
  tracks: readonly number[];
  competitors: readonly CompetitorDraft[];
}

const GEAR = ["kite_brand", "kite_model", "kite_size", "foil_brand", "foil_model", "foil_wing"] as const;
export type GearField = (typeof GEAR)[number];

/** Texts of the gear, and how it felt: 1 to 5, -1 when unset. */
export type KiteDraft = Record<GearField, string> & { feel: number };

export interface EntryDraft {
  content: string;
  tags: readonly string[];
  regatta: RegattaDraft;
  kite: KiteDraft;
}

export type EntryTab = "notes" | "regatta" | "kite";

/** Messages by the path of their field, as the server names it: `regatta_report.competitor_results.0.name`. */
export type FieldMessages = Readonly<Record<string, string>>;

const NO_REGATTA: RegattaDraft = {
  name: "",
  number_competitors: "",
  finish_position: "",
  days: null,
  tracks: [],
  competitors: [],
};

/** The draft of an entry; an empty one without it. */
export function draftOf(entry: Journal | null): EntryDraft {
  const report = entry?.regatta_report;
  const number = (value: number | null | undefined) => (value == null ? "" : String(value));
  return {
    content: entry?.content ?? "",
    tags: entry?.tags.map(({ value }) => value) ?? [],
    regatta: report
      ? {
          name: report.name ?? "",
          number_competitors: number(report.number_competitors),
          finish_position: number(report.finish_position),
          days: { from: report.start_date, to: report.end_date },
          tracks: report.tracks,
          competitors: report.competitor_results.map((one, key) => ({
            key,
            name: one.user_name,
            user: one.user,
            position: String(one.finish_position),
          })),
        }
      : NO_REGATTA,
    kite: {
      ...(Object.fromEntries(GEAR.map((name) => [name, entry?.[name] ?? ""])) as Record<GearField, string>),
      feel: entry?.feel ?? -1,
    },
  };
}

/** Boat classes whose tracks have kite notes. */
export const hasKiteNotes = (boat_class: string | null): boolean => boat_class?.toLowerCase().includes("kite") ?? false;

export const isRegattaFilled = ({
  name,
  number_competitors,
  finish_position,
  days,
  tracks,
  competitors,
}: RegattaDraft) =>
  [name, number_competitors, finish_position].some((text) => text.trim() !== "") ||
  days !== null ||
  tracks.length > 0 ||
  competitors.length > 0;

export const isKiteFilled = ({ feel, ...gear }: KiteDraft): boolean =>
  feel > 0 || Object.values(gear).some((text) => text.trim() !== "");

export const isNotesFilled = ({ content, tags }: Pick<EntryDraft, "content" | "tags">): boolean =>
  content.trim() !== "" || tags.length > 0;

/** Whether two drafts would be saved alike. */
export const isSameDraft = (a: EntryDraft, b: EntryDraft): boolean => JSON.stringify(a) === JSON.stringify(b);

interface Shape {
  hasKite: boolean;
  /** The entry that is changed: parts without a field in the form stay as they are. */
  entry: Journal | null;
}

/** The request that saves a draft. */
export function bodyOf({ content, tags, regatta, kite }: EntryDraft, { hasKite, entry }: Shape): EntryBody {
  return {
    ...(entry ? bodyOfEntry(entry) : {}),
    content: content.trim(),
    tags: tags.map((value) => ({ value })),
    regatta_report: isRegattaFilled(regatta) ? regattaBody(regatta) : null,
    ...(hasKite && {
      ...Object.fromEntries(GEAR.map((name) => [name, kite[name].trim() || null])),
      feel: kite.feel as NonNullable<EntryBody["feel"]>,
    }),
  };
}

function regattaBody({ name, number_competitors, finish_position, days, tracks, competitors }: RegattaDraft) {
  const report = {
    name: name.trim() || null,
    number_competitors: countOf(number_competitors),
    finish_position: countOf(finish_position),
    start_date: days?.from,
    end_date: days?.to,
    tracks: [...tracks],
    competitor_results: competitors.map((one) => ({
      user: one.user,
      name: one.user === null ? one.name.trim() || null : null,
      finish_position: countOf(one.position),
    })),
  };
  // Without dates or places it is refused, by the check of the form or by the server.
  return report as NonNullable<EntryBody["regatta_report"]>;
}

/** The number that a text says; null for none; not a number for any other text, which the schema refuses. */
const countOf = (text: string): number | null => (text.trim() === "" ? null : Number(text.trim().replace(",", ".")));

/** What kind of entry a draft becomes. */
export const subjectFor = (subject: EntrySubject, { kite }: EntryDraft, hasKite: boolean): EntrySubject =>
  hasKite && isKiteFilled(kite) && !subject.jType ? { ...subject, jType: "kite" } : subject;

const CONTENT_REQUIRED = "Content required";

/** What the server would refuse, checked with its own schema; one message a field. */
export function errorsOf(subject: EntrySubject, body: EntryBody, photos: number): FieldMessages {
  const result = CreateJournal.safeParse({ ...subject, ...body });
  const errors: Record<string, string> = {};
  for (const { path, message } of result.success ? [] : result.error.issues) errors[path.join(".")] ??= message;
  if (saysNothing(subject, body)) errors.content ??= photos > 0 ? PHOTO_NEEDS_WORDS : CONTENT_REQUIRED;
  return errors;
}

const PHOTO_NEEDS_WORDS = "Write a line or choose a tag, so that the photos can be found again.";

/** The server takes an entry about straights without words; the form does not. */
const saysNothing = ({ jType }: EntrySubject, { content, tags, regatta_report }: EntryBody): boolean =>
  jType !== "kite" && !content && !tags?.length && !regatta_report;

/** The tab that has the field of a path. */
export function tabOf(path: string): EntryTab {
  if (path.startsWith("regatta_report")) return "regatta";
  return (GEAR as readonly string[]).includes(path) || path === "feel" ? "kite" : "notes";
}

/** Whether a field of the form shows messages of this path; any other is shown above the form. */
export const hasField = (path: string): boolean =>
  path === "content" || path.startsWith("tags") || tabOf(path) !== "notes";

/** The longest texts that the server takes. */
export const MAX_CHARS = { content: LIMITS.journal_chars, name: LIMITS.name_chars };

/** An entry as the server takes it: sent back, it changes nothing. */
function bodyOfEntry(entry: Journal): EntryBody {
  const { content, tags, kite_brand, kite_model, kite_size, foil_brand, foil_model, foil_wing } = entry;
  return {
    ...{ content, kite_brand, kite_model, kite_size, foil_brand, foil_model, foil_wing },
    tags: tags.map(({ value }) => ({ value })),
    feel: entry.feel as NonNullable<EntryBody["feel"]>,
    s_point: entry.s_point,
    e_point: entry.e_point,
    straight_analysis_id: entry.straight_analysis_id,
    straight_analysis_segments: entry.straight_analysis_segments.map(({ id }) => id),
    regatta_report: entry.regatta_report,
  };
}

// Drafts of entries that are not saved yet, until the tab is closed: they outlive a reload and the end of a session.

const keyOf = (name: string): string => `leebow.journal-draft.${session.user?.id ?? 0}.${name}`;

export const storedDraft = (name: string): EntryDraft | null =>
  readStored(keyOf(name), "sessionStorage") as EntryDraft | null;

export const storeDraft = (name: string, draft: EntryDraft): void => writeStored(keyOf(name), draft, "sessionStorage");

export const forgetDraft = (name: string): void => writeStored(keyOf(name), null, "sessionStorage");
