/** The passes of an animation frame, in the order they run. A subscriber of the frame loop belongs to one of them. */
export const FRAME_PASSES = [
  /** Advances the time of the replay. */
  "clock",
  /** Camera, paths and boats of the map. */
  "map",
  /** Playhead and overview of a chart. */
  "chart",
  /** What lies over the map and follows its camera: wind dial and scale bar. */
  "overlay",
  /** A video follows the clock. */
  "video",
  /** The time for React, after all drawing. */
  "readout",
] as const;

export type FramePass = (typeof FRAME_PASSES)[number];
