/** Durations as text, of seconds. */
import { UNKNOWN } from "./numbers";

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
