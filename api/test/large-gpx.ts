/** A GPX of this size: a boat that tacks every ten minutes. */
export function largeGpx(size: number, padding: number, step_ms: number): { bytes: Buffer; points: number } {
  const extension = padding > 0 ? `<extensions><note>${"y".repeat(padding)}</note></extensions>` : "";
  const lines = ['<?xml version="1.0"?><gpx version="1.1" creator="test"><trk><trkseg>'];
  let [lat, lon, points] = [50.6, -2.4, 0];
  for (let length = 0; length < size; points++) {
    lon += (Math.floor(points / 600) % 2 ? 1 : -1) * 0.00003;
    lat += (Math.floor(points / 6000) % 2 ? -1 : 1) * 0.00002;
    const time = new Date(Date.UTC(2024, 5, 1, 8) + points * step_ms).toISOString();
    const line = `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><time>${time}</time>${extension}</trkpt>`;
    length += lines[lines.push(line) - 1]!.length + 1;
  }
  lines.push("</trkseg></trk></gpx>");
  return { bytes: Buffer.from(lines.join("\n")), points };
}
