/** Sessions for which the user has answered that the wind is not known: the question does not come again. */
import type { WindReport } from "../session/wind-choice";

const KEY = "leebow.wind-left-open";
/** The oldest are forgotten. *guess* */
const MAX_SESSIONS = 500;

const nameOf = ({ start_time, points }: WindReport): string => `${start_time} ${points}`;

function names(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

export const isWindLeftOpen = (report: WindReport): boolean => names().includes(nameOf(report));

/** Remembers, or forgets, that the user does not know the wind of this session. */
export function leaveWindOpen(report: WindReport, isOpen: boolean): void {
  const name = nameOf(report);
  const others = names().filter((one) => one !== name);
  try {
    localStorage.setItem(KEY, JSON.stringify((isOpen ? [...others, name] : others).slice(-MAX_SESSIONS)));
  } catch {
    // Without storage the question is asked again.
  }
}
