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
