/** Short words at the bottom of the screen, for anyone to say; {@link Toasts} shows them. */

/** How long a notice stays, ms. */
export const NOTICE_MS = 3000;

export interface Notice {
  type: "success" | "info" | "error";
  text: string;
}

const unheard: Notice[] = [];
let hear: ((notice: Notice) => void) | null = null;
let wake: (() => void) | null = null;

export const notify = {
  success: (text: string): void => say({ type: "success", text }),
  info: (text: string): void => say({ type: "info", text }),
  error: (text: string): void => say({ type: "error", text }),
};

function say(notice: Notice): void {
  if (hear) return hear(notice);
  unheard.push(notice);
  wake?.();
}

/** Hears all notices from now on, and those said before. */
export function hearNotices(listener: (notice: Notice) => void): () => void {
  hear = listener;
  unheard.splice(0).forEach(listener);
  return () => {
    hear = null;
  };
}

/** Called at the first notice nobody hears: time to fetch what shows them. */
export function onFirstNotice(fetch: () => void): void {
  wake = fetch;
  if (unheard.length > 0) fetch();
}
