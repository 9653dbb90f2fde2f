import { upwindMetres } from "../map/upwind";
import type { ReplayModel } from "./replay-model";
import { windAt, windRow, windTrack } from "./wind-now";

/** Metres of one degree of latitude on a sphere of radius 6371 km. */
const M_PER_DEG = 111_195;

/** How far each boat is towards the wind from the focus boat at an instant, m; NaN without a wind or a position. */
export function upwindDistances(model: ReplayModel, at_ms: number, rows: readonly number[]): number[] {
  const { focus } = model.state;
  const track = windTrack(model, focus);
  const wind = track && windAt(track, windRow(track, at_ms));
  const position = (boat: number) => {
    const { lat_deg, lon_deg } = model.boats[boat]!.columns;
    const row = rows[boat] ?? -1;
    return { lat: lat_deg[row] ?? NaN, lon: lon_deg[row] ?? NaN };
  };
  const origin = position(focus);
  const m_per_lon = M_PER_DEG * Math.cos((origin.lat * Math.PI) / 180);
  return model.boats.map((_, boat) => {
    const { lat, lon } = position(boat);
    const to = { x: (lon - origin.lon) * m_per_lon, y: (lat - origin.lat) * M_PER_DEG };
    return wind ? upwindMetres(wind.twd_deg, { x: 0, y: 0 }, to) : NaN;
  });
}
