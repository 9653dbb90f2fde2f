import type { Viewer } from "../platform/http/viewer.ts";

/** Features are granted by the plan; the profile switches them on. Switching one on without its grant is an error. */
export function canSwitchAutoSegmentation(viewer: Viewer): boolean {
  return (viewer.enabled_features as string[]).includes("auto_segmentation");
}

/** What a user is refused whose address is not confirmed: it gives no rights, and sends no mail to others. */
export const UNCONFIRMED = "Confirm your e-mail address first: open the link in the mail that Leebow has sent to it.";
