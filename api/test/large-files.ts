/** A GPX of this size: a boat that tacks every ten minutes. */
export function largeGpx(size: number, padding: number, step_ms: number): LargeFile {
  const extension = padding > 0 ? `<extensions><note>${"y".repeat(padding)}</note></extensions>` : "";
  return largeFile(size, step_ms, {
    head: '<?xml version="1.0"?><gpx version="1.1" creator="test"><trk><trkseg>',
    row: (time, lat, lon) => `<trkpt lat="${lat}" lon="${lon}"><time>${time}</time>${extension}</trkpt>`,
    end: "</trkseg></trk></gpx>",
  });
}

/** The same boat in a CSV; the padding is a column that no reader knows. */
export function largeCsv(size: number, padding: number, step_ms: number): LargeFile {
  const extension = "y".repeat(padding);
  return largeFile(size, step_ms, {
    head: "timestamp,latitude,longitude,note",
    row: (time, lat, lon) => `${time},${lat},${lon},${extension}`,
    end: "",
  });
}

export interface LargeFile {
  bytes: Buffer;
  points: number;
}

interface Format {
  head: string;
  row(time: string, lat: string, lon: string): string;
  end: string;
}

function largeFile(size: number, step_ms: number, { head, row, end }: Format): LargeFile {
  const lines = [head];
  let [lat, lon, points] = [50.6, -2.4, 0];
  for (let length = 0; length < size; points++) {
    lon += (Math.floor(points / 600) % 2 ? 1 : -1) * 0.00003;
    lat += (Math.floor(points / 6000) % 2 ? -1 : 1) * 0.00002;
    const time = new Date(Date.UTC(2024, 5, 1, 8) + points * step_ms).toISOString();
    const line = row(time, lat.toFixed(6), lon.toFixed(6));
    length += lines[lines.push(line) - 1]!.length + 1;
  }
  lines.push(end);
  return { bytes: Buffer.from(lines.join("\n")), points };
}
