import { dayKey } from "../format/times";
import { instantOf } from "../format/wall-time";

/** The instant of a time of day, "12:30:05" or "12:30", on the day of another instant in a zone; null of other text. */
export function timeOfDay(text: string, day_ms: number, zone: string | null): number | null {
  const match = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?$/.exec(text.trim());
  if (!match) return null;
  const [hours, minutes, seconds] = [match[1], match[2], match[3] ?? "0"].map(Number) as [number, number, number];
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  const two = (value: number) => String(value).padStart(2, "0");
  return instantOf(`${dayKey(day_ms, zone)}T${two(hours)}:${two(minutes)}`, zone) + seconds * 1000;
}
