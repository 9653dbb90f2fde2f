import { type ReactNode, useCallback, useRef } from "react";
import { useQuestion } from "../ui/dialog";

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
  const [question, ask] = useQuestion();
  const leave = (act: () => void) => {
    if (!written.current) return act();
    ask({
      question: "Leave the journal?",
      detail: "What you have written is not saved.",
      onYes: () => {
        written.current = false;
        act();
      },
    });
  };
  const setWritten = useCallback((isWritten: boolean) => {
    written.current = isWritten;
  }, []);
  return { setWritten, leave, question };
}
