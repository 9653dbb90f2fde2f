// The content security policy forbids eval, which Pixi uses for uniform uploads without this module.
import "pixi.js/unsafe-eval";
import "pixi.js/mesh";
import { CanvasSource, Container, Sprite, Texture, WebGLRenderer } from "pixi.js";
import { type Boat, type NavigationLink, nowhere, placeAt, turnBetween } from "../playback/boat";
import { pieceOf, rowAt } from "../playback/rows";
import { type LabelOffset, placeLabels } from "./boat-labels";
import { hullPicture, namePicture, type Picture, ringPicture, sailPicture } from "./boat-pictures";
import { type Palette, partsOf } from "./palette";
import { type Camera, type Plane, screenX, screenY } from "./plane";
import { Tail } from "./tail-mesh";

const TAIL_S = 30;
/** Opacity of a boat under the pointer. *from* the specification */
const HOVERED_ALPHA = 0.3;
/** Opacity of a boat inside a gap of its fixes. *guess* */
const ABSENT_ALPHA = 0.45;
const TOUCH_RADIUS_PX = 18;
/** Labels of the boats are placed anew this often, ms. *guess* */
const LABELS_EVERY_MS = 120;
const RADIANS = Math.PI / 180;

/** Sail angle: half the true wind angle, between these two bounds. *guess* */
const SHEETED_DEG = 8;
const EASED_DEG = 82;

interface Drawn {
  boat: Boat;
  path: Float32Array;
  wind_angle: Float32Array | null;
  place: NavigationLink;
  tail: Tail;
  root: Container;
  ring: Sprite;
  hull: Sprite;
  sail: Sprite;
  name: Sprite;
  label: LabelOffset | null;
  /** Position, m and px. */
  mx: number;
  my: number;
  x: number;
  y: number;
}

export interface BoatLook {
  focus: number;
  hidden: ReadonlySet<number>;
  hovered: number;
}

/** The moving layer: tails and boats, on a Pixi canvas above the map. */
export class BoatLayer {
  readonly canvas = document.createElement("canvas");
  private readonly renderer = new WebGLRenderer();
  private readonly stage = new Container();
  private readonly drawn: Drawn[];
  private width = 0;
  private height = 0;
  private ratio = 0;
  private labelled_ms = -Infinity;

  constructor(
    boats: { boat: Boat; path: Float32Array }[],
    private readonly plane: Plane,
  ) {
    this.canvas.setAttribute("aria-hidden", "true");
    this.drawn = boats.map((placed) => this.addBoat(placed));
  }

  async start(): Promise<void> {
    await this.renderer.init({
      canvas: this.canvas,
      width: 16,
      height: 16,
      resolution: devicePixelRatio,
      autoDensity: true,
      backgroundAlpha: 0,
      antialias: true,
      skipExtensionImports: true,
    });
  }

  recolour(palette: Palette, font: string): void {
    const ring = textureOf(ringPicture(palette));
    this.drawn.forEach((drawn, i) => {
      const colour = this.drawn.length === 1 ? palette.ink : palette.boats[i % 8]!;
      wear(drawn.hull, hullPicture(colour, palette));
      wear(drawn.sail, sailPicture(colour, palette));
      drawn.ring.texture = ring;
      fit(drawn.ring, 44, 44);
      if (drawn.boat.name) wear(drawn.name, namePicture(drawn.boat.name, colour, palette, font));
    });
  }

  /** Places the labels anew at the next drawing. */
  relabel(): void {
    this.labelled_ms = -Infinity;
  }

  /** Colours of a boat's tail: an index per row and five colours, the last for rows without a value. */
  colourTail(index: number, rows: Int8Array | null, colours: string[]): void {
    this.drawn[index]!.tail.setRows(rows);
    this.drawn[index]!.tail.setColours(colours.map(partsOf));
  }

  draw(camera: Camera, at_ms: number, look: BoatLook): void {
    this.fitCanvas(camera);
    this.drawn.forEach((drawn, i) => {
      const shown = !look.hidden.has(i);
      drawn.root.visible = drawn.tail.mesh.visible = shown;
      if (shown) this.drawBoat(drawn, camera, at_ms, i === look.focus, i === look.hovered);
    });
    this.placeNames(look);
    this.renderer.render(this.stage);
  }

  /** Index of the nearest boat at a point of the map; −1 for none. */
  boatAt(x: number, y: number): number {
    let [best, nearest] = [-1, TOUCH_RADIUS_PX];
    this.drawn.forEach((drawn, i) => {
      const distance = drawn.root.visible ? Math.hypot(drawn.x - x, drawn.y - y) : Infinity;
      if (distance < nearest) [best, nearest] = [i, distance];
    });
    return best;
  }

  /** Where a boat is drawn: m of the plane and px. */
  placeOf(index: number): { x: number; y: number; px: number; py: number } {
    const { mx, my, x, y } = this.drawn[index]!;
    return { x: mx, y: my, px: x, py: y };
  }

  /** Right ends of the labels that are shown, px. */
  labelEnds(): { index: number; x: number; y: number }[] {
    return this.drawn.flatMap(({ root, name, label, x, y }, index) =>
      root.visible && label ? [{ index, x: x + label.dx + name.width / 2, y: y + label.dy }] : [],
    );
  }

  destroy(): void {
    for (const { tail } of this.drawn) tail.destroy();
    this.stage.destroy({ children: true });
    this.renderer.destroy();
  }

  private addBoat({ boat, path }: { boat: Boat; path: Float32Array }): Drawn {
    const tail = new Tail(path, boat.columns.time_ms);
    const root = new Container();
    const [ring, hull, sail, name] = [new Sprite(), new Sprite(), new Sprite(), new Sprite()];
    for (const sprite of [ring, hull, sail, name]) sprite.anchor.set(0.5);
    root.addChild(ring, hull, sail, name);
    this.stage.addChild(tail.mesh, root);
    const wind_angle = boat.columns.channels.twa ?? boat.columns.channels.etwa ?? null;
    return {
      boat,
      path,
      wind_angle,
      place: nowhere(),
      tail,
      root,
      ring,
      hull,
      sail,
      name,
      label: null,
      mx: 0,
      my: 0,
      x: 0,
      y: 0,
    };
  }

  /** Places the names so that they cover neither each other nor a hull; the focus boat's first. */
  private placeNames({ focus }: BoatLook): void {
    const now_ms = performance.now();
    if (now_ms - this.labelled_ms < LABELS_EVERY_MS) return;
    this.labelled_ms = now_ms;
    const named = this.drawn.filter(({ boat, root }) => boat.name !== "" && root.visible);
    const first = this.drawn[focus];
    named.sort((a, b) => Number(b === first) - Number(a === first));
    const places = placeLabels(
      named.map(({ x, y, name }) => ({ x, y, width: name.width })),
      named.map(({ label }) => label),
    );
    named.forEach((drawn, i) => {
      const place = places[i]!;
      drawn.label = place;
      drawn.name.visible = place !== null;
      if (place) drawn.name.position.set(place.dx, place.dy);
    });
  }

  private fitCanvas({ width, height }: Camera): void {
    if (width === this.width && height === this.height && devicePixelRatio === this.ratio) return;
    [this.width, this.height, this.ratio] = [width, height, devicePixelRatio];
    this.renderer.resize(width, height, devicePixelRatio);
  }

  private drawBoat(drawn: Drawn, camera: Camera, at_ms: number, isFocus: boolean, isHovered: boolean): void {
    const place = placeAt(drawn.boat, at_ms, drawn.place);
    const [mx, my] = [this.plane.x(place.lon_deg), this.plane.y(place.lat_deg)];
    drawn.mx = mx;
    drawn.my = my;
    drawn.x = screenX(camera, mx, my);
    drawn.y = screenY(camera, mx, my);
    drawn.root.position.set(drawn.x, drawn.y);
    drawn.root.alpha = isHovered ? HOVERED_ALPHA : place.present ? 1 : ABSENT_ALPHA;
    drawn.ring.visible = isFocus;
    const heading = (Number.isNaN(place.course_deg) ? 0 : place.course_deg) - camera.bearing_deg;
    drawn.hull.rotation = heading * RADIANS;
    this.trimSail(drawn, heading);
    this.drawTail(drawn, camera, at_ms, mx, my);
  }

  /** The sail on the leeward side, eased with the wind angle. `heading_deg`: clockwise from up on the screen. */
  private trimSail({ sail, wind_angle, place }: Drawn, heading_deg: number): void {
    const angle = wind_angle?.[place.row] ?? NaN;
    sail.visible = !Number.isNaN(angle);
    if (!sail.visible) return;
    const signed = turnBetween(0, angle);
    const boom = Math.min(EASED_DEG, Math.max(SHEETED_DEG, Math.abs(signed) / 2)) - SHEETED_DEG;
    const leeward = signed > 0 ? -1 : 1;
    const mast = heading_deg * RADIANS;
    sail.position.set(3 * Math.sin(mast), -3 * Math.cos(mast));
    sail.scale.x = Math.abs(sail.scale.x) * leeward;
    sail.rotation = mast - leeward * boom * RADIANS;
  }

  private drawTail({ boat, tail, place }: Drawn, camera: Camera, at_ms: number, head_x: number, head_y: number): void {
    const { time_ms, n } = boat.columns;
    const piece = pieceOf(boat.piece_starts, n, place.row);
    const first = Math.max(piece.start, rowAt(time_ms, at_ms - TAIL_S * 1000));
    tail.place(camera, {
      first,
      last: place.row,
      head_x,
      head_y,
      head_s: (at_ms - time_ms[0]!) / 1000,
      length_s: TAIL_S,
    });
  }
}

function textureOf({ canvas }: Picture): Texture {
  return new Texture({ source: new CanvasSource({ resource: canvas }) });
}

function wear(sprite: Sprite, picture: Picture): void {
  const before = sprite.texture;
  sprite.texture = textureOf(picture);
  if (before !== Texture.EMPTY) before.destroy(true);
  fit(sprite, picture.width, picture.height);
}

function fit(sprite: Sprite, width: number, height: number): void {
  sprite.setSize(width, height);
}
