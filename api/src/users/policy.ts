import type { Viewer } from "../auth/viewer.ts";

/** Features are granted by the house, switches are the person's: a switch without its feature is refused. */
export function maySwitchAutoSegmentation(viewer: Viewer): boolean {
  return (viewer.enabled_features as string[]).includes("auto_segmentation");
}
