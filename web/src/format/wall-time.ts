/** Wall-clock times of a zone, "2025-06-21T13:00", as forms have them, and the instants they mean. */
import { zoneOffset } from "./times";

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
