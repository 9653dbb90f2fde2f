/** Focuses the row of a member, which a change of the role has moved into the other card. */
export function focusMember(id: number): void {
  // After the new list is rendered, and a menu that was open has returned the focus.
  setTimeout(() => document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus(), 50);
}
