/** What the page tells a version of its service worker that waits. */
export const TAKE_OVER = "take over";
