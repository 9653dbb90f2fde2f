import type { BoatLayer } from "./boat-layer";
import type { Rect } from "./framing";
import type { LadderLayer } from "./ladder-layer";
import type { MapLaylines } from "./map-options";
import type { Overlay } from "./overlay";
import type { Palette } from "./palette";
import type { Camera, Plane } from "./plane";

type LadderCode = typeof import("./ladder-layer");

interface LadderScene {
  camera: Camera;
  palette: Palette;
  font: string;
  /** Index and name of the focus boat. */
  focus: number;
  name: string;
  /** Direction the wind blows from, degrees; null where it is not known. */
  twd_deg: number | null;
  /** Distance of two rungs, m; null without a ladder. */
  step_m: number | null;
  laylines: MapLaylines | null;
  overlays: readonly Rect[];
}

/** The ladder and the laylines below the boats. Their code is loaded when they are first shown. */
export class LazyLadder {
  private layer: LadderLayer | null = null;
  private code: LadderCode | null = null;
  private isGone = false;

  constructor(
    private readonly boats: BoatLayer,
    private readonly plane: Plane,
    private readonly overlay: Overlay,
  ) {}

  /** Loads the ladder; resolves when it can be shown. */
  async load(): Promise<void> {
    const code = await import("./ladder-layer");
    if (this.isGone || this.code) return;
    this.code = code;
    this.layer = new code.LadderLayer(this.overlay);
    this.overlay.add(this.layer.mesh, this.boats.tails);
  }

  get isLoaded(): boolean {
    return this.code !== null;
  }

  /** Shows the ladder from the next drawing on. */
  show({ camera, palette, font, focus, name, twd_deg, step_m, laylines, overlays }: LadderScene): void {
    const { layer, code, boats, plane } = this;
    if (!layer || !code) return;
    const own = boats.poseOf(focus);
    layer.begin(palette, font, name);
    if (laylines?.boat && own.position.present) layer.addLaylines(camera, laylines.boat, own.x, own.y);
    if (laylines?.mark) {
      const { lon, lat } = laylines.mark;
      layer.addMarkLaylines(camera, laylines.mark, plane.x(lon), plane.y(lat));
    }
    if (twd_deg === null || step_m === null) {
      layer.end();
      return;
    }
    const figures = boats
      .labelEnds()
      .map(({ index, x, y }) => ({ index, x, y, position: boats.poseOf(index).position }))
      .filter(({ index, position }) => index !== focus && own.position.present && position.present)
      .map(({ x, y, position }) => ({ x, y: y + 4, metres: code.upwindMetres(twd_deg, own.position, position) }));
    layer.addLadder(camera, { twd_deg, step_m, x: own.x, y: own.y, name, overlays }, figures);
    layer.end();
  }

  destroy(): void {
    this.isGone = true;
  }
}
