import type { Playback } from "../playback/playback";
import type { DialWind } from "../playback/rows";
import type { Rect } from "./framing";
import type { LonLat } from "./plane";

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
  /** The laylines of the focus boat at an instant; null where there are none. */
  laylinesAt: (at_ms: number) => MapLaylines | null;
  overlays: Overlays;
}

/** Courses over the ground on both tacks. */
export interface TackCourses {
  port: { cog_deg: number };
  starboard: { cog_deg: number };
}

/** From the boat, with the tack that is sailed, and to the next mark. */
export interface MapLaylines {
  boat: (TackCourses & { own: "port" | "starboard" }) | null;
  mark: (TackCourses & LonLat) | null;
}

/** How the map is used. */
export interface MapTools {
  /** The focus boat stays on its pixel. */
  follow: boolean;
  /** The wind blows from above. */
  wind_up: boolean;
  /** Distance of the rungs of the ladder, m; null without a ladder. */
  ladder_m: number | null;
  /** Where the boat goes on this tack and on the other one, and on which she lays her next mark. */
  laylines: boolean;
}
