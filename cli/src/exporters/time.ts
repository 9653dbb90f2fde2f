/** Formats times in the zone of a recording. */
export interface Clock {
  /** Short name for a heading: the zone's abbreviation or offset. */
  zone: string;
  /** `14:03:22`. */
  time(iso: string): string;
  /** `3 Oct 2026`. */
  date(iso: string): string;
}

/** The clock of an IANA zone; UTC for null. */
export function clockOf(timeZone: string | null): Clock {
  const zoned = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: timeZone ?? "UTC", ...options });
  const time = zoned({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  const date = zoned({ day: "numeric", month: "short", year: "numeric" });
  return {
    zone: timeZone === null ? "UTC" : "local",
    time: (iso) => time.format(new Date(iso)),
    date: (iso) => date.format(new Date(iso)),
  };
}

/** `48 min`, `1 h 05 min`, `40 s`. */
export function span(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
