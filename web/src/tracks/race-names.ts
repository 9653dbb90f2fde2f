/** Names and texts of a race. */
import type { Race, User } from "@leebow/api/contract";
import { numberWord, wordFor } from "../format/numbers";

export { raceName } from "./current-track";

/** "Tracks 4098, 4101" */
export const trackNumbers = ({ track_ids }: Pick<Race, "track_ids">): string =>
  `${wordFor(track_ids.length, "Track")} ${track_ids.join(", ")}`;

/** "Its two tracks stay.", for the question before a race is deleted. */
export function tracksStay({ track_ids }: Pick<Race, "track_ids">): string {
  const number = track_ids.length < 2 ? "" : `${numberWord(track_ids.length)} `;
  return `Its ${number}tracks stay.`;
}

/** Whether a user may make races. */
export const mayCreateRace = (user: Pick<User, "role"> & { enabled_features: readonly string[] }): boolean =>
  user.role === 1 || user.enabled_features.includes("coach_tools");

/** Whose races and tracks a list of races is about: everybody's for administrators. */
export const raceMode = (user: Pick<User, "role"> | null): "all" | "team" => (user?.role === 1 ? "all" : "team");
