import { useEffect, useState } from "react";
import { nextTask } from "../playback/next-task";

/** How many of a component's parts are drawn: none at first, then one more in each task, so that none takes long. */
export function useInTurn(parts: number): number {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn >= parts) return;
    let isGone = false;
    void nextTask().then(() => !isGone && setDrawn(drawn + 1));
    return () => {
      isGone = true;
    };
  }, [drawn, parts]);
  return drawn;
}
