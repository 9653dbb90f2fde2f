import type { Viewer } from "../auth/viewer.ts";

/** Features are granted by the plan; the profile switches them on. Switching one on without its grant is an error. */
export function canSwitchAutoSegmentation(viewer: Viewer): boolean {
  return (viewer.enabled_features as string[]).includes("auto_segmentation");
}
