/** Times as text. Instants are UTC and are written in the time zone of the track. */
import { UNKNOWN } from "./numbers";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cache of formats: to construct one takes much longer than to use it. */
function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...options });
  formats.set(key, made);
  return made;
}

type Instant = string | number | null | undefined;

function write(at: Instant, tz: string | null | undefined, options: Intl.DateTimeFormatOptions): string {
  if (at === null || at === undefined) return UNKNOWN;
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? UNKNOWN
    : format(tz ?? "UTC", options)
        .format(date)
        .replace(",", "");
}

/** Times of files without a date are those of the first day of 1970. */
const NO_DATE_MS = 2 * 86_400_000;

function writeDay(at: Instant, tz: string | null | undefined, options: Intl.DateTimeFormatOptions, unknown: string) {
  const isKnown = at === null || at === undefined || !(new Date(at).getTime() < NO_DATE_MS);
  return isKnown ? write(at, tz, { day: "numeric", ...options }) : unknown;
}

/** "Saturday 21 June 2025", "Date unknown" */
export const longDay = (at: Instant, tz: string | null | undefined): string =>
  writeDay(at, tz, { weekday: "long", month: "long", year: "numeric" }, "Date unknown");

/** "21 June 2025", "Date unknown" */
export const day = (at: Instant, tz: string | null | undefined): string =>
  writeDay(at, tz, { month: "long", year: "numeric" }, "Date unknown");

/** "21 Jun 2025", "date unknown" */
export const shortDay = (at: Instant, tz: string | null | undefined): string =>
  writeDay(at, tz, { month: "short", year: "numeric" }, "date unknown");

/** "21 Jun", "date unknown" */
export const dayAndMonth = (at: Instant, tz: string | null | undefined): string =>
  writeDay(at, tz, { month: "short" }, "date unknown");

/** "21 Jun" of this year, "21 Jun 2025" of others; the years are those of the zone. */
export const nearDay = (at: Instant, tz: string | null | undefined, now = new Date()): string =>
  year(at, tz) === year(now.getTime(), tz) ? dayAndMonth(at, tz) : shortDay(at, tz);

const year = (at: Instant, tz: string | null | undefined): string => write(at, tz, { year: "numeric" });

/** "14:01" */
export const clock = (at: Instant, tz: string | null | undefined): string =>
  write(at, tz, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** "14:01:22" */
export function clockSeconds(at: Instant, tz: string | null | undefined): string {
  if (typeof at === "number" && Number.isFinite(at)) return secondsInQuarter(at, tz ?? "UTC");
  return write(at, tz, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}

/** Offsets of zones change at quarters of an hour. */
const QUARTER_MS = 15 * 60_000;
const DAY_S = 86_400;
/** The latest quarter of an hour, and its time of day in seconds. */
let quarter = { start_ms: NaN, zone: "", day_s: 0 };

/** The time of day by arithmetic within a quarter of an hour: a running clock formats it several times a frame. */
function secondsInQuarter(at_ms: number, zone: string): string {
  const start_ms = Math.floor(at_ms / QUARTER_MS) * QUARTER_MS;
  if (start_ms !== quarter.start_ms || zone !== quarter.zone) {
    const text = write(start_ms, zone, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
    const [hours, minutes, seconds] = text.split(":").map(Number) as [number, number, number];
    quarter = { start_ms, zone, day_s: hours * 3600 + minutes * 60 + seconds };
  }
  const second = (quarter.day_s + Math.floor((at_ms - start_ms) / 1000)) % DAY_S;
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}`;
}

/** "Madrid time" */
export function zoneName(tz: string | null | undefined): string {
  if (!tz || tz === "UTC" || tz.startsWith("Etc/")) return "UTC";
  return `${tz.slice(tz.lastIndexOf("/") + 1).replaceAll("_", " ")} time`;
}

/** "13:18 to 13:51, Madrid time" */
export function span(start: Instant, end: Instant, tz: string | null | undefined): string {
  if (!start) return "Times not known yet";
  const until = end ? ` to ${clock(end, tz)}` : "";
  return `${clock(start, tz)}${until}, ${zoneName(tz)}`;
}

/** "14:01 to 15:20"; with their days "21 Jun 14:01 to 23 Jun 15:20" where these differ. */
export function range(from: Instant, to: Instant, tz: string | null | undefined): string {
  const isOneDay = dayKey(from, tz) === dayKey(to, tz);
  const text = (at: Instant) => (isOneDay ? clock(at, tz) : `${dayAndMonth(at, tz)} ${clock(at, tz)}`);
  return `${text(from)} to ${text(to)}`;
}

/** The calendar day of an instant in a zone, "2025-06-21". */
export function dayKey(at: Instant, tz: string | null | undefined): string {
  if (at === null || at === undefined) return "";
  const parts = format(tz ?? "UTC", { year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(new Date(at));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** Offset of a zone from UTC at an instant, ms, positive east. */
export function zoneOffset(at_ms: number, zone: string | null): number {
  const parts = format(zone ?? "UTC", {
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at_ms);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return (
    Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) -
    Math.floor(at_ms / 1000) * 1000
  );
}

// Durations as text, of seconds.

const two = (count: number): string => String(Math.floor(count)).padStart(2, "0");
const sixtieths = (count: number): string => `${Math.floor(count / 60)}:${two(count % 60)}`;

/** "00:40:05"; hours may exceed 24. */
export function hms(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return UNKNOWN;
  const whole = Math.max(0, Math.round(seconds));
  return [whole / 3600, (whole / 60) % 60, whole % 60].map(two).join(":");
}

/** Hours and minutes, "41:12". */
export const hoursMinutes = (seconds: number): string => sixtieths(Math.round(seconds / 60));

/** "4:19"; minutes may exceed 59. */
export const minutesSeconds = (seconds: number): string => sixtieths(Math.round(seconds));

/** "04:19"; minutes may exceed 59. */
export const mmss = (seconds: number): string => minutesSeconds(seconds).padStart(5, "0");

/** "2 h 53 min", "20 min", and seconds below a minute: "12 s". */
export function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return `${Math.max(1, Math.round(seconds))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "2 min 20 s", "20 s" */
export function minutesAndSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

// Wall-clock times of a zone, "2025-06-21T13:00", as forms have them, and the instants they mean.

const MINUTE_MS = 60_000;

/** The wall-clock minute of an instant, or the one after it. */
export function wallTime(at_ms: number, zone: string | null, round: "down" | "up" = "down"): string {
  const minute = round === "down" ? Math.floor(at_ms / MINUTE_MS) : Math.ceil(at_ms / MINUTE_MS);
  const at = minute * MINUTE_MS;
  return new Date(at + zoneOffset(at, zone)).toISOString().slice(0, 16);
}

/** The instant of a wall-clock time, UTC ms; of a time that the clock shows twice, the second one. */
export function instantOf(wall: string, zone: string | null): number {
  const local = Date.parse(`${wall}Z`);
  // The offset at the time read as UTC may be that of the other side of a change of the clock.
  const guess = local - zoneOffset(local, zone);
  return local - zoneOffset(guess, zone);
}

/** The zone of the browser, IANA name. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
