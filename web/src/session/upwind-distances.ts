import { upwindMetres } from "../map/upwind";
import { nowhere, placeAt } from "../playback/boat";
import type { ReplayModel } from "./replay-model";
import { windAt, windRow, windTrack } from "./wind-now";

/**
 * How far each boat is towards the wind from the focus boat at an instant, m: the same places as on the map. NaN without
 * a wind, and for a boat that has no position then.
 */
export function upwindDistances(model: ReplayModel, at_ms: number): number[] {
  const { focus } = model.state;
  const track = windTrack(model, focus);
  const wind = track && windAt(track, windRow(track, at_ms));
  const places = model.playback.boats.map((boat) => placeAt(boat, at_ms, nowhere()));
  const own = places[focus]!;
  return places.map((place) => (wind && own.present && place.present ? upwindMetres(wind.twd_deg, own, place) : NaN));
}
