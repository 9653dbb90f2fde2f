let isPressed = false;

if (typeof document !== "undefined") {
  document.addEventListener("mousedown", () => (isPressed = true), true);
  // After a drag there is no mouseup.
  for (const name of ["mouseup", "dragend"]) document.addEventListener(name, () => (isPressed = false), true);
}

/**
 * Runs `act` at once, or, while a mouse button or a finger is down, after the click that it makes. A check of a field on
 * leaving it may show a message, which would move what is being clicked away before the click.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  const wait = new AbortController();
  const run = () => {
    wait.abort();
    // The click follows in the same task.
    setTimeout(act);
  };
  for (const name of ["mouseup", "dragend"])
    document.addEventListener(name, run, { capture: true, signal: wait.signal });
}

/** Base UI clears the value of a field with suggestions when Escape is pressed while its list is closed; ours keep it. */

interface ChangeDetails {
  reason: string;
  cancel: () => void;
  allowPropagation: () => void;
}

export const isEscape = ({ reason }: Pick<ChangeDetails, "reason">): boolean => reason === "escape-key";

/** Keeps the value and passes the key on, so that it closes the dialog around the field. */
export function leaveUnchanged(details: Pick<ChangeDetails, "cancel" | "allowPropagation">): void {
  details.cancel();
  details.allowPropagation();
}

/** The dialog that asked is closing for 280 ms and then returns the focus to a button that is gone, ms. */
const RETRY_MS = 50;
const RETRIES = 20;

/**
 * Where the focus goes when a row of a list is deleted: rows are marked with `data-row-link` and `data-row`, their id.
 * Call it before the deletion; the returned function, called after it, focuses the next row, else the one before, else
 * the page, unless the focus has moved on meanwhile.
 */
export function focusAfterDeletion(id: number): () => void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row-link]")].map(({ dataset }) => dataset.row);
  const at = rows.indexOf(String(id));
  const next = rows[at + 1] ?? rows[at - 1];
  const focus = (retries: number) => {
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
    if (hasFocus && !document.querySelector("[role=dialog]")) return;
    if (hasFocus && retries > 0) {
      setTimeout(focus, RETRY_MS, retries - 1);
      return;
    }
    const row = next ? document.querySelector<HTMLElement>(`[data-row-link][data-row="${next}"]`) : null;
    (row ?? document.getElementById("page"))?.focus();
  };
  return () => void setTimeout(focus, RETRY_MS, RETRIES);
}
