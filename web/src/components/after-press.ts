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
