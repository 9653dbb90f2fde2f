import { upwindMetres } from "../map/upwind";
import { noPosition, positionAt } from "../playback/boat";
import type { ReplayModel } from "./replay-model";
import { windAt, windRow, windTrack } from "./wind-now";

/**
 * How far each boat is towards the wind from the focus boat at an instant, m: the same positions as on the map. NaN without
 * a wind, and for a boat that has no position then.
 */
export function upwindDistances(model: ReplayModel, at_ms: number): number[] {
  const { focus } = model.state;
  const track = windTrack(model, focus);
  const wind = track && windAt(track, windRow(track, at_ms));
  const positions = model.playback.boats.map((boat) => positionAt(boat, at_ms, noPosition()));
  const own = positions[focus]!;
  return positions.map((position) =>
    wind && own.present && position.present ? upwindMetres(wind.twd_deg, own, position) : NaN,
  );
}
