/** Columns as GPX with every channel, which the engine reads back to the same values. */
import type { TrackColumns } from "./index.ts";

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Leebow" xmlns="http://www.topografix.com/GPX/1/1" xmlns:leebow="urn:leebow:channels">
<trk><trkseg>
`;
/** Before the name of a channel that may have another meaning elsewhere. */
const OWN = "own_";
const ELEMENT = /^[A-Za-z_][\w.-]*$/;

/** These rows, without those that have no position. */
export function columnsAsGpx({ time_ms, lat_deg, lon_deg, channels }: TrackColumns, start: number, end: number) {
  const named = Object.entries(channels).filter(([id]) => ELEMENT.test(id));
  const points: string[] = [];
  for (let row = start; row < end; row++) {
    const [lat, lon] = [lat_deg[row]!, lon_deg[row]!];
    if (!Number.isFinite(lat) || !Number.isFinite(lon)) continue;
    const values = named
      .filter(([, column]) => Number.isFinite(column[row]))
      .map(([id, column]) => `<leebow:${OWN}${id}>${shortest(column[row]!)}</leebow:${OWN}${id}>`);
    const extensions = values.length > 0 ? `<extensions>${values.join("")}</extensions>` : "";
    const time = new Date(time_ms[row]!).toISOString();
    points.push(`<trkpt lat="${lat}" lon="${lon}"><time>${time}</time>${extensions}</trkpt>\n`);
  }
  return new TextEncoder().encode(`${HEAD}${points.join("")}</trkseg></trk>\n</gpx>\n`);
}

/** The shortest decimal that is this float. */
function shortest(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}
