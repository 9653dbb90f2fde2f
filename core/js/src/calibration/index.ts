export * from "./calibration.ts";
export * from "./calibration-words.ts";
