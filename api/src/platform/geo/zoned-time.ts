/** True for a zone this runtime knows ("Europe/Rome", "UTC"). */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** YYYY-MM-DD of an instant in `zone`. */
export function dateIn(instant: Date, zone: string): string {
  return new Date(instant.getTime() + offset_ms(instant.getTime(), zone)).toISOString().slice(0, 10);
}

function offset_ms(instant_ms: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(instant_ms);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value);
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return wall - Math.floor(instant_ms / 1000) * 1000;
}

/** Writes instants (ISO 8601) as date and time in a zone, "2026-06-13 15:04:05". */
export function clockIn(zone: string): (iso: string) => string {
  // The Swedish way of writing is that of ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  return (iso) => format.format(new Date(iso));
}
