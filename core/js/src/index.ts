/** The public face of the package: the typed interface of the engine, and the definitions that all programs share. */

export * from "./calibration/index.ts";
export { CHANNELS } from "./channels.ts";
export * from "./clock-shift.ts";
export * from "./core.ts";
export * from "./counted.ts";
export * from "./counts.ts";
export * from "./csv-cell.ts";
export * from "./debrief-parts.ts";
export * from "./debrief-track.ts";
export * from "./fleet-winds.ts";
export * from "./geodesy.ts";
export * from "./intervals.ts";
export * from "./laylines/index.ts";
export * from "./maneuvers/maneuver-csv.ts";
export * from "./part-words.ts";
export * from "./passage/passage.ts";
export * from "./passage/passage-words.ts";
export * from "./race-track.ts";
export * from "./reasons.ts";
export * from "./relations.ts";
export * from "./sailed-columns.ts";
export * from "./segment-kinds.ts";
export * from "./session-losses.ts";
export * from "./short-damage.ts";
export * from "./speed-records.ts";
export * from "./targets/of-target.ts";
export {
  type PolarFile,
  PolarFileError,
  type PolarFileFormat,
  polarFileText,
  readPolarFile,
  type TargetPolar,
  type TargetWind,
} from "./targets/polar-file.ts";
export * from "./targets/polar-words.ts";
export * from "./targets/race-of-target.ts";
export * from "./targets/report-of-target.ts";
export * from "./targets/session-of-target.ts";
export * from "./targets/straight-rows.ts";
export * from "./targets/straights-of-target.ts";
export * from "./targets/target.ts";
export * from "./targets/target-columns.ts";
export * from "./targets/write-polar.ts";
export * from "./time-parts.ts";
export * from "./units.ts";
export * from "./vectors.ts";
export * from "./wind-log-words.ts";
export * from "./wind-reader.ts";
export * from "./wind-turn.ts";
export * from "./wind-words.ts";
export * from "./without-controls.ts";
export * from "./zip-names.ts";
