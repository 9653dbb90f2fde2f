import { Toast } from "@base-ui/react/toast";

/** How long a notice stays, ms. */
export const NOTICE_MS = 3000;

export const notices = Toast.createToastManager();

/** Short words at the bottom of the screen. */
export const notify = {
  success: (text: string): void => void notices.add({ title: text, type: "success" }),
  info: (text: string): void => void notices.add({ title: text, type: "info" }),
  error: (text: string): void => void notices.add({ title: text, type: "error", priority: "high" }),
};
