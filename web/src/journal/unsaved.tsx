import { type ReactNode, useCallback, useRef, useState } from "react";
import { Confirm } from "../ui/dialog";

export interface Unsaved {
  setWritten: (isWritten: boolean) => void;
  /** Runs `leave` at once, or, while something is written that is not saved, after the question is answered with Yes. */
  leave: (leave: () => void) => void;
  question: ReactNode;
}

/** Asks before something that is written is given up. */
export function useUnsaved(): Unsaved {
  // Read when leaving, also before the next rendering.
  const written = useRef(false);
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const question = (
    <Confirm
      open={waiting !== null}
      question="Leave the journal?"
      detail="What you have written is not saved."
      onYes={() => {
        setWaiting(null);
        written.current = false;
        waiting?.();
      }}
      onNo={() => setWaiting(null)}
    />
  );
  const leave = (act: () => void) => (written.current ? setWaiting(() => act) : act());
  const setWritten = useCallback((isWritten: boolean) => {
    written.current = isWritten;
  }, []);
  return { setWritten, leave, question };
}
