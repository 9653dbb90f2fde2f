/** "13:05" of "13:05", "9:5", "1305", "13.05" or "13"; null of what is no time of day. */
export function parseTime(text: string): string | null {
  const match = /^(\d{1,2})(?:[:.h ]?(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2] ?? 0)];
  if (hours > 23 || minutes > 59) return null;
  return [hours, minutes].map((part) => String(part).padStart(2, "0")).join(":");
}
