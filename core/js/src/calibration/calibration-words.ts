/** Instruments and a calibration as sentences for users. */
import type { Instrument } from "../core.ts";
import { type Calibrated, type Calibration, type CalibrationRow, isError, type SideFigure } from "./calibration.ts";

export const CALIBRATED_NAMES: Record<Calibrated, readonly [string, string]> = {
  vane: ["Vane", "offset"],
  log: ["Log", "factor"],
  compass: ["Compass", "deviation"],
  leeway: ["Leeway", "close-hauled"],
  heel: ["Heel", "zero"],
};

export const INSTRUMENT_NAMES: Record<Instrument, string> = {
  vane: "vane",
  wind: "measured wind",
  log: "log",
  compass: "compass",
  speed: "GPS speed",
  course: "GPS course",
};

export const SIDE_FIGURE_NAMES: Record<SideFigure, string> = {
  angle_up: "Angle to the wind, up",
  speed_up: "Speed, up",
  vmg_up: "VMG, up",
  heel_up: "Heel, up",
  angle_down: "Angle to the wind, down",
  speed_down: "Speed, down",
};

/** Digits and unit of a row: "+3.8°", "1.06". */
export function calibrationFigure({ instrument }: CalibrationRow, value: number, isSigned = true): string {
  if (instrument === "log") return value.toFixed(2);
  const sign = !isSigned || instrument === "leeway" ? "" : value < 0 ? "\u2212" : "+";
  return `${sign}${Math.abs(value).toFixed(1)}°`;
}

/** What to do, a sentence. */
export function calibrationAdvice(row: CalibrationRow): string {
  const { instrument, value, from, needed } = row;
  if (value === null) {
    if (instrument === "heel") return "Too little to say: the boat was not upright for long enough.";
    if (from >= needed && (instrument === "log" || instrument === "compass"))
      return "Too little to say: it needs two courses a right angle apart.";
    if (from >= needed && instrument === "leeway") return "Too little to say: it needs legs on both tacks.";
    return "Too little to say.";
  }
  if (instrument === "leeway") return isError(row) ? "To leeward of the heading." : "Smaller than its uncertainty.";
  if (!isError(row)) return "Smaller than its uncertainty: nothing to set.";
  const deg = Math.abs(value).toFixed(1);
  switch (instrument) {
    case "log": {
      const percent = Math.abs(100 * (1 / value - 1)).toFixed(0);
      return `Reads ${percent} % too ${value > 1 ? "little" : "much"}. Multiply by ${value.toFixed(2)} at the instrument.`;
    }
    case "vane":
      return `Reads ${deg}° too far to ${value < 0 ? "starboard" : "port"}. ${value < 0 ? "Take" : "Add"} ${deg}° ${value < 0 ? "off " : ""}at the instrument.`;
    case "compass":
      return `Reads ${deg}° too ${value < 0 ? "much" : "little"}. ${value < 0 ? "Take" : "Add"} ${deg}° ${value < 0 ? "off " : ""}at the instrument.`;
    case "heel":
      return `Reads ${deg}° too far to ${value < 0 ? "starboard" : "port"}. ${value < 0 ? "Take" : "Add"} ${deg}° ${value < 0 ? "off " : ""}at the instrument.`;
  }
}

/** "26 tacks", "112 min"; of too little "4 of 6 tacks". */
export function calibrationSource({ instrument, value, from, needed }: CalibrationRow): string {
  const unit = instrument === "vane" ? "tacks" : "min";
  const shown = Math.floor(from);
  return value === null && from < needed ? `${shown} of ${needed} ${unit}` : `${shown} ${unit}`;
}

/** What differs between the tacks, a sentence; null where nothing does. */
export function sidesText({ sides }: Calibration): string | null {
  const vmg = sides.find(({ figure }) => figure === "vmg_up");
  if (!vmg || vmg.difference === null || vmg.half_width === null || Math.abs(vmg.difference) <= vmg.half_width)
    return null;
  const worse = vmg.difference < 0 ? "starboard" : "port";
  const kn = `${Math.abs(vmg.difference).toFixed(2)} ± ${vmg.half_width.toFixed(2)} kn`;
  return `On ${worse} tack you make ${kn} less to windward.`;
}

/** That there is too little for any row, a sentence; null where there is enough for one. */
export function tooLittleText({ rows, tacks, straight_min }: Calibration): string | null {
  if (rows.some(({ value }) => value !== null)) return null;
  const had = `There ${tacks === 1 ? "is 1 tack" : `are ${tacks} tacks`} and ${Math.floor(straight_min)} min of straight sailing.`;
  return `${had} A vane's offset needs 6 tacks, a log's factor 30 min on two opposite courses.`;
}
