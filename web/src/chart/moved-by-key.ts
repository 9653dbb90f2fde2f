import type { KeyboardEvent } from "react";

/**
 * Moves along so many points by the arrow keys, with Shift by a long step, and to the first and last by Home and End; from
 * the middle where none is chosen.
 */
export function moveByKey(
  event: KeyboardEvent,
  { count, at, long_step }: { count: number; at: number | null; long_step: number },
  onMove: (at: number) => void,
): void {
  const step = event.shiftKey ? long_step : 1;
  const from = at ?? Math.floor(count / 2);
  const next: Record<string, number> = {
    ArrowLeft: from - step,
    ArrowDown: from - step,
    ArrowRight: from + step,
    ArrowUp: from + step,
    Home: 0,
    End: count - 1,
  };
  const to = next[event.key];
  if (to === undefined) return;
  event.preventDefault();
  onMove(Math.max(0, Math.min(count - 1, to)));
}
