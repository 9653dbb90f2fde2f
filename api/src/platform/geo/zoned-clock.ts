/** Writes instants (ISO 8601) as date and time in a zone, "2026-06-13 15:04:05". */
export function clockIn(zone: string): (iso: string) => string {
  // The Swedish way of writing is that of ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  return (iso) => format.format(new Date(iso));
}
