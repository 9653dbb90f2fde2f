/** Short messages at the bottom of the screen. Any code may add one; the component `Notices` shows them. */

/** How long a notice is shown, ms. */
export const NOTICE_MS = 3000;

export interface Notice {
  type: "success" | "info" | "error";
  text: string;
  /** A button beside the text. */
  action?: NoticeAction | undefined;
}

interface NoticeAction {
  label: string;
  run: () => void;
}

/** Notices added while no component shows them, oldest first. */
const queue: Notice[] = [];
let show: ((notice: Notice) => void) | null = null;

export const notify = {
  success: (text: string, action?: NoticeAction): void => add({ type: "success", text, action }),
  info: (text: string): void => add({ type: "info", text }),
  error: (text: string): void => add({ type: "error", text }),
};

function add(notice: Notice): void {
  if (show) show(notice);
  else queue.push(notice);
}

/** Calls `listener` with the queued notices and with every later one. Returns the function that ends this. */
export function subscribeToNotices(listener: (notice: Notice) => void): () => void {
  show = listener;
  queue.splice(0).forEach(listener);
  return () => {
    show = null;
  };
}
