import type { DialWind } from "../playback/dial-wind";
import type { MapTools, ReplayMapEvents } from "./map-options";
import { type Camera, cameraAt } from "./plane";
import type { ViewControl } from "./view-control";

/** The map is turned when the wind has shifted by more than this, degrees. *guess* */
const WIND_STEP_DEG = 1;

/** The camera of the map: read after every movement, and moved with the time where the tools demand it. */
export class MapCamera {
  camera: Camera = cameraAt({ scale: 1, bearing_deg: 0 }, { x: 0, y: 0 }, { width: 1, height: 1 });
  private told = { scale: 0, bearing_deg: 0 };

  constructor(
    private readonly view: ViewControl,
    private readonly events: ReplayMapEvents,
    private readonly windAt: (at_ms: number) => DialWind | null,
  ) {}

  /** Reads the camera from the map and reports a change of scale or bearing. */
  read(): void {
    this.camera = this.view.camera();
    const { scale, bearing_deg } = this.camera;
    if (scale !== this.told.scale) this.events.onScale?.(scale);
    if (bearing_deg !== this.told.bearing_deg) this.events.onBearing?.(bearing_deg);
    this.told = { scale, bearing_deg };
  }

  /** Moves the map to a time at which the focus boat is at this point. */
  moveTo(time_ms: number, boat: { x: number; y: number }, { wind_up, follow }: MapTools, isPlaying: boolean): void {
    if (wind_up) this.turnIntoWind(time_ms, boat);
    if (follow) this.view.follow(boat);
    else this.view.watch(boat, this.camera, isPlaying);
  }

  private turnIntoWind(time_ms: number, boat: { x: number; y: number }): void {
    const wind = this.windAt(time_ms);
    if (!wind) return;
    const shift = Math.abs(((wind.twd_deg - this.view.bearing_deg + 540) % 360) - 180);
    if (shift > WIND_STEP_DEG) this.view.turn(wind.twd_deg, boat);
  }
}
