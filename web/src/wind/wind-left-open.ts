/** Sessions for which the user has answered that the wind is not known: the question does not come again. */
import type { WindReport } from "../session/wind-choice";
import { readStored, textsOf, writeStored } from "../stores/stored";

const KEY = "leebow.wind-left-open";
/** The oldest are forgotten. *guess* */
const MAX_SESSIONS = 500;

const nameOf = ({ start_time, points }: WindReport): string => `${start_time} ${points}`;

const names = (): string[] => textsOf(readStored(KEY));

export const isWindLeftOpen = (report: WindReport): boolean => names().includes(nameOf(report));

/** Remembers, or forgets, that the user does not know the wind of this session. */
export function leaveWindOpen(report: WindReport, isOpen: boolean): void {
  const name = nameOf(report);
  const others = names().filter((one) => one !== name);
  writeStored(KEY, (isOpen ? [...others, name] : others).slice(-MAX_SESSIONS));
}
