/** What the page of a team can ask. */
import type { TeamMember } from "@leebow/api/contract";

export type TeamDialog =
  | { kind: "permissions" | "update" | "leave" | "delete" | "add" | "demote self" }
  | { kind: "remove"; member: TeamMember };

/** With fewer coaches none of them is demoted or removed. */
export const MIN_COACHES = 2;
/** Why the last coach can neither go nor be demoted. */
export const NEEDS_COACH = "A team needs a coach. Promote somebody else to coach first.";

/**
 * Focuses the row of a member, which a change of the role has moved into the other card, if the focus went with the button
 * that was pressed: the user may have opened a question or gone on meanwhile.
 */
export function focusMember(id: number): void {
  // After the new list is rendered, and a menu or a question that was open has returned the focus.
  setTimeout(() => {
    const focused = document.activeElement;
    const isLost = !focused || focused === document.body || focused.closest("[data-closed]") !== null;
    if (isLost) document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();
  }, 50);
}
