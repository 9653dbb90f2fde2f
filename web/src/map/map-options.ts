import type { DialWind } from "../playback/dial-wind";
import type { Playback } from "../playback/playback";
import type { Rect } from "./framing";

export interface ReplayMapEvents {
  onNote?: (note: string | null) => void;
  onManeuver?: (index: number) => void;
  onBoat?: (index: number) => void;
  /** A gold star was pressed. */
  onStar?: (index: number) => void;
  /** Called with the scale in px per m when it changes. */
  onScale?: (px_per_metre: number) => void;
  /** Called with the direction that is up when it changes. */
  onBearing?: (bearing_deg: number) => void;
  /** The user has dragged the map away from the boat that is followed. */
  onFollowEnd?: () => void;
}

/** What lies over the map. */
export interface Overlays {
  /** px from its top left corner. */
  rects: () => Rect[];
  /** Calls after every change of place or size, until the function it returns is called. */
  watch: (onChange: () => void) => () => void;
}

export interface ReplayMapOptions extends ReplayMapEvents {
  container: HTMLElement;
  playback: Playback;
  /** Address of an online style; null for the built-in chart. */
  style_url: string | null;
  /** The wind at an instant, for wind-up and ladder. */
  windAt: (at_ms: number) => DialWind | null;
  overlays: Overlays;
}

/** How the map is used. */
export interface MapTools {
  /** The focus boat stays on its pixel. */
  follow: boolean;
  /** The wind blows from above. */
  wind_up: boolean;
  /** Distance of the rungs of the ladder, m; null without a ladder. */
  ladder_m: number | null;
}
