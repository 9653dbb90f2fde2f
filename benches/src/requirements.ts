/** Required value and target of one measurement. "at least": a speed ratio to a peer; "at most": a share of its time, or bytes per point. */
export interface Requirement {
  id: string;
  title: string;
  kind: "at least" | "at most";
  required: number;
  target: number;
  unit: "×" | "B/point";
  /** Why a quick run shows it and does not fail by it. */
  not_judged?: "it depends on what else the machine does" | "of a short recording it is mostly fixed costs";
}

const atLeast = (id: string, title: string, required: number, target: number): Requirement => ({
  id,
  title,
  kind: "at least",
  required,
  target,
  unit: "×",
});
const atMost = (
  id: string,
  title: string,
  required: number,
  target: number,
  unit: Requirement["unit"] = "×",
): Requirement => ({
  id,
  title,
  kind: "at most",
  required,
  target,
  unit,
});

export const REQUIREMENTS: Requirement[] = [
  atLeast("fit-native-fitsdk", "FIT native vs @garmin/fitsdk read()", 35, 60),
  atMost("fit-native-crc", "FIT native, of its own CRC-16 pass, slice-by-8", 8, 4),
  atLeast("fit-wasm-fitsdk", "FIT WASM vs @garmin/fitsdk read(), warm", 25, 50),
  {
    ...atLeast("fit-first", "FIT WASM vs the same, first call with instantiate", 10, 20),
    not_judged: "of a short recording it is mostly fixed costs",
  },
  atMost("fit-analysis", "Whole analysis of a FIT, native, of @garmin/fitsdk read()", 0.5, 0.2),
  {
    ...atMost("fit-analysis-wall", "The same by elapsed time", 0.5, 0.2),
    not_judged: "it depends on what else the machine does",
  },
  atMost("fit-developer", "FIT with developer fields, of plain", 1.3, 1.1),
  atLeast("gpx-native-libxml2", "GPX native vs libxml2 SAX (C)", 1.5, 3),
  atMost("gpx-native-memchr", "GPX native, of memchr from < to <", 10, 5),
  atLeast("gpx-wasm-saxes", "GPX WASM vs saxes, warm", 5, 9),
  {
    ...atLeast("gpx-first", "GPX WASM vs saxes, first call with instantiate", 2, 4),
    not_judged: "of a short recording it is mostly fixed costs",
  },
  atLeast("nmea-native-crate", "NMEA native vs the nmea crate", 2.5, 5),
  atLeast("csv-native-udsv", "CSV native with times vs uDSV", 5, 9),
  atLeast("csv-wasm-udsv", "CSV WASM with times vs uDSV", 4, 7),
  atMost("eight-fit", "FIT, 8 times the data", 9, 8.3),
  atMost("eight-gpx", "GPX, 8 times the data", 9, 8.3),
  atMost("eight-nmea", "NMEA, 8 times the data", 9, 8.3),
  atMost("eight-csv", "CSV, 8 times the data", 9, 8.3),
  ...["fit", "gpx", "nmea", "csv"].flatMap((format) => [
    atMost(`memory-${format}-native`, `${format.toUpperCase()} memory beyond the input, native`, 150, 80, "B/point"),
    atMost(`memory-${format}-chunked`, `${format.toUpperCase()} the same in chunks, over 16 MB`, 80, 80, "B/point"),
    atMost(`memory-${format}-wasm`, `${format.toUpperCase()} the same, WASM`, 250, 80, "B/point"),
  ]),
];

/** True when the measured value meets the requirement. */
export function meetsRequired({ kind, required }: Requirement, measured: number): boolean {
  return kind === "at least" ? measured >= required : measured <= required;
}

/** True when the measured value meets the target. */
export function meetsTarget({ kind, target }: Requirement, measured: number): boolean {
  return kind === "at least" ? measured >= target : measured <= target;
}

/**
 * True when a ratio is less than half as good as required, which the load of the machine does not explain: it slows both
 * readers down. Bytes per point are not judged: those of short recordings are mostly fixed costs.
 */
export function missesByHalf({ kind, required, unit, not_judged }: Requirement, measured: number): boolean {
  if (unit !== "×" || not_judged) return false;
  return kind === "at least" ? measured < required / 2 : measured > required * 2;
}
