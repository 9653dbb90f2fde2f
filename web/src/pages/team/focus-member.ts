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
