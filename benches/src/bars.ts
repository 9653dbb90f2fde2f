/** What must be reached and what is reached for. A ratio is how many times faster we are; a share how much we take. */
export interface Bar {
  id: string;
  title: string;
  kind: "at least" | "at most";
  must: number;
  reach: number;
  unit: "×" | "B/point";
}

const atLeast = (id: string, title: string, must: number, reach: number): Bar => ({
  id,
  title,
  kind: "at least",
  must,
  reach,
  unit: "×",
});
const atMost = (id: string, title: string, must: number, reach: number, unit: Bar["unit"] = "×"): Bar => ({
  id,
  title,
  kind: "at most",
  must,
  reach,
  unit,
});

export const BARS: Bar[] = [
  atLeast("fit-native-fitsdk", "FIT native vs @garmin/fitsdk read()", 35, 60),
  atMost("fit-native-crc", "FIT native, of its own CRC-16 pass, slice-by-8", 8, 4),
  atLeast("fit-wasm-fitsdk", "FIT WASM vs @garmin/fitsdk read(), warm", 25, 50),
  atLeast("fit-first", "FIT WASM vs the same, first call with instantiate", 10, 20),
  atMost("fit-analysis", "Whole analysis of a FIT, native, of @garmin/fitsdk read()", 0.5, 0.2),
  atMost("fit-analysis-wall", "The same by the time on the wall", 0.5, 0.2),
  atMost("fit-developer", "FIT with developer fields, of plain", 1.3, 1.1),
  atLeast("gpx-native-libxml2", "GPX native vs libxml2 SAX (C)", 1.5, 3),
  atMost("gpx-native-memchr", "GPX native, of memchr from < to <", 10, 5),
  atLeast("gpx-wasm-saxes", "GPX WASM vs saxes, warm", 5, 9),
  atLeast("gpx-first", "GPX WASM vs saxes, first call with instantiate", 2, 4),
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

export function holds({ kind, must }: Bar, measured: number): boolean {
  return kind === "at least" ? measured >= must : measured <= must;
}

export function reaches({ kind, reach }: Bar, measured: number): boolean {
  return kind === "at least" ? measured >= reach : measured <= reach;
}
