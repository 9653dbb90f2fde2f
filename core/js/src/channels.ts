/**
 * The registry of channels as the engine has it, for screens that show a stored track and load no engine.
 * A test holds it equal to `Core.channels`.
 */
import type { Channel } from "./index.ts";

export const CHANNELS: readonly Channel[] = [
  { id: "sog", name: "Speed over ground", unit: "m/s", display_unit: "kn", display_factor: 1.9438444924406046, decimals: 1, circular: false, description: "Smoothed speed over ground." },
  { id: "cog", name: "Course over ground", unit: "deg", display_unit: "°", display_factor: 1, decimals: 0, circular: true, description: "True course over ground; missing below 0.5 kn." },
  { id: "vmg", name: "VMG", unit: "m/s", display_unit: "kn", display_factor: 1.9438444924406046, decimals: 1, circular: false, description: "Made good along the estimated wind; towards it positive." },
  { id: "lvg", name: "LVG", unit: "m/s", display_unit: "kn", display_factor: 1.9438444924406046, decimals: 1, circular: false, description: "Made good across the estimated wind; to the right looking upwind positive." },
  { id: "ewd", name: "Estimated wind direction", unit: "deg", display_unit: "°", display_factor: 1, decimals: 0, circular: true, description: "Direction the wind blows from, estimated from the track." },
  { id: "ewd_sd", name: "Wind doubt", unit: "deg", display_unit: "°", display_factor: 1, decimals: 0, circular: false, description: "Standard deviation of ewd." },
  { id: "etwa", name: "Estimated wind angle", unit: "deg", display_unit: "°", display_factor: 1, decimals: 0, circular: true, description: "(ewd - cog) mod 360: 0-180 starboard tack, 180-360 port tack." },
  { id: "etab", name: "Estimated wind angle, absolute", unit: "deg", display_unit: "°", display_factor: 1, decimals: 0, circular: false, description: "Absolute value of the estimated wind angle, 0-180." },
  { id: "twd", name: "True wind direction", unit: "deg", display_unit: "°", display_factor: 1, decimals: 0, circular: true, description: "Measured direction the wind blows from." },
  { id: "tws", name: "True wind speed", unit: "m/s", display_unit: "kn", display_factor: 1.9438444924406046, decimals: 1, circular: false, description: "Measured wind speed." },
  { id: "twa", name: "True wind angle", unit: "deg", display_unit: "°", display_factor: 1, decimals: 0, circular: true, description: "(twd - course) mod 360, course is hdg where there is one, else cog." },
  { id: "vmg_twd", name: "VMG via TWD", unit: "m/s", display_unit: "kn", display_factor: 1.9438444924406046, decimals: 1, circular: false, description: "Made good along the measured wind; towards it positive." },
  { id: "hdg", name: "Heading", unit: "deg", display_unit: "°", display_factor: 1, decimals: 0, circular: true, description: "True heading of the bow." },
  { id: "stw", name: "Speed through water", unit: "m/s", display_unit: "kn", display_factor: 1.9438444924406046, decimals: 1, circular: false, description: "Speed through water." },
  { id: "heel", name: "Heel", unit: "deg", display_unit: "°", display_factor: 1, decimals: 0, circular: false, description: "To starboard positive, as recorded." },
  { id: "pitch", name: "Pitch", unit: "deg", display_unit: "°", display_factor: 1, decimals: 0, circular: false, description: "Bow up positive." },
  { id: "clew_load", name: "Clew load", unit: "N", display_unit: "N", display_factor: 1, decimals: 0, circular: false, description: "Load cell at the clew, unit as recorded." },
  { id: "turn_rate", name: "Turn rate", unit: "deg/s", display_unit: "deg/s", display_factor: 1, decimals: 1, circular: false, description: "Rate of turn of the course, to starboard positive." },
  { id: "hr", name: "Heart rate", unit: "bpm", display_unit: "bpm", display_factor: 1, decimals: 0, circular: false, description: "Heart rate." },
  { id: "ele", name: "Elevation", unit: "m", display_unit: "m", display_factor: 1, decimals: 1, circular: false, description: "Height above the sea as recorded." },
  { id: "awa", name: "Apparent wind angle", unit: "deg", display_unit: "°", display_factor: 1, decimals: 0, circular: true, description: "0-180 wind over starboard, 180-360 over port." },
  { id: "aws", name: "Apparent wind speed", unit: "m/s", display_unit: "kn", display_factor: 1.9438444924406046, decimals: 1, circular: false, description: "Apparent wind speed." },
  { id: "depth", name: "Depth", unit: "m", display_unit: "m", display_factor: 1, decimals: 1, circular: false, description: "Depth below the transducer." },
  { id: "accuracy", name: "Position accuracy", unit: "m", display_unit: "m", display_factor: 1, decimals: 1, circular: false, description: "Accuracy the device states, one standard deviation." },
];
