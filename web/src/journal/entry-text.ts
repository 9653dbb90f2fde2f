/** What a journal entry is about and when it was written, as text. */
import type { Journal } from "@leebow/api/contract";
import { clock, clockSeconds, dayAndMonth, longDay, range, shortDay, zoneName } from "../format/times";
import { fullName } from "../server/session";

export const authorName = ({ author }: Pick<Journal, "author">): string => fullName(author);

/** The zone of the track or race; of the device where neither is known. */
export const zoneOf = ({ subject }: Pick<Journal, "subject">): string =>
  subject?.tz ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "Saturday 21 November 2026, 19:40, Madrid time" */
export function writtenText(entry: Journal): string {
  const tz = zoneOf(entry);
  return `${longDay(entry.created, tz)}, ${clock(entry.created, tz)}, ${zoneName(tz)}`;
}

/** "21 Nov 2026, 19:40" */
export const shortWrittenText = (created: string, tz: string): string =>
  `${shortDay(created, tz)}, ${clock(created, tz)}`;

interface SubjectLink {
  to: string;
  /** "Track 4391", the name of a race or "Race 7". */
  label: string;
}

/** The track or race with its address; null without one. An entry outlives the right to see its track: then no address. */
export function subjectLink({ track, race, subject }: Journal): SubjectLink | null {
  if (!subject) return null;
  if (track !== null) return { to: `/tracks/${track}`, label: `Track ${track}` };
  return race === null ? null : { to: `/races/${race}`, label: subject.name || `Race ${race}` };
}

/** "Marta Vidal. El Saler, Valencia. Snipe. 21 Nov 2026, 13:18 to 13:51" */
export function subjectText({ track, subject }: Journal): string {
  if (!subject) return "";
  const { name, location, boat_name, start_time, end_time, tz } = subject;
  const times = start_time
    ? `${shortDay(start_time, tz)}, ${end_time ? range(start_time, end_time, tz) : clock(start_time, tz)}`
    : null;
  return [track !== null && name, location, boat_name, times].filter(Boolean).join(". ");
}

/** The address at which a gold star is opened on its map; null where its track or race is not shown. */
export function starAddress({ track, race, content, s_point, subject }: Journal): string | null {
  if (!subject) return null;
  if (track !== null) return `/tracks/${track}?${new URLSearchParams({ content })}`;
  if (race === null) return null;
  return `/races/${race}?${new URLSearchParams(s_point ? { t: s_point } : {})}`;
}

/** "14:24:10 to 14:26:02" */
export function sectionText(entry: Journal): string {
  const { s_point, e_point } = entry;
  if (!s_point || !e_point) return "";
  const tz = zoneOf(entry);
  return `${clockSeconds(s_point, tz)} to ${clockSeconds(e_point, tz)}`;
}

/** Calendar days without a zone: "14 to 16 Nov 2026", "30 Oct to 1 Nov 2026", "14 Nov 2026" */
export function daysText(first: string, last: string): string {
  if (first === last) return shortDay(first, "UTC");
  const day = first.slice(0, 7) === last.slice(0, 7) ? String(Number(first.slice(8))) : dayAndMonth(first, "UTC");
  const start = first.slice(0, 4) === last.slice(0, 4) ? day : shortDay(first, "UTC");
  return `${start} to ${shortDay(last, "UTC")}`;
}

/** "Ozone R1 V4, 11 m²"; "" without any of them. */
export function kiteText({ kite_brand, kite_model, kite_size }: Journal): string {
  const size = kite_size && (/^[\d.,]+$/.test(kite_size) ? `${kite_size} m²` : kite_size);
  return [[kite_brand, kite_model].filter(Boolean).join(" "), size].filter(Boolean).join(", ");
}

/** "Levitaz R6, wing 590"; "" without any of them. */
export function foilText({ foil_brand, foil_model, foil_wing }: Journal): string {
  return [[foil_brand, foil_model].filter(Boolean).join(" "), foil_wing && `wing ${foil_wing}`]
    .filter(Boolean)
    .join(", ");
}

/** What an entry has beside notes, as its badge; null for notes alone. */
export function kindText(entry: Journal): string | null {
  if (entry.regatta_report) return "Regatta Report";
  return entry.jType === "kite" || kiteText(entry) || foilText(entry) || entry.feel > 0 ? "Kite Notes" : null;
}
