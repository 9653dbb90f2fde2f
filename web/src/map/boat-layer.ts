import type { Boat, BoatPosition } from "../playback/boat";
import { pieceOf, rowAt } from "../playback/rows";
import { type BoatPose, boatOpacity, type LabelOffset, noPose, placeLabels, pose, tailStart } from "./boat-pose";
import type { Overlay } from "./overlay";
import { type Palette, partsOf } from "./palette";
import type { Camera, Plane } from "./plane";
import { drawAtlas, hullPicture, mirrored, namePicture, ringPicture, type Sprite, sailPicture } from "./sprite-atlas";
import { FETCH, PulledMesh, SpriteMesh } from "./sprite-mesh";
import { colourWord, TailPoints } from "./tail-points";

/** A segment between two points of a tail, as a ribbon that grows towards the boat. Points before and after give the corners. */
const VERTEX = /* glsl */ `#version 300 es
precision highp float;
uniform vec4 uCamera;
uniform vec2 uScreen;
${FETCH}
out vec4 vColour;
out float vAcross;
out float vHalf;

/** A vector of the plane in px. */
vec2 turned(vec2 v) {
  return vec2(uCamera.x * v.x - uCamera.w * v.y, -uCamera.w * v.x - uCamera.x * v.y);
}
vec3 place(uvec4 point) { return uintBitsToFloat(point.xyz); }
vec4 colour(uvec4 point) {
  return vec4(point.w & 255u, (point.w >> 8) & 255u, (point.w >> 16) & 255u, point.w >> 24) / 255.0;
}
void main() {
  // Two triangles a segment, from the second of four points to the third.
  int first = gl_VertexID / 6;
  int corner = gl_VertexID % 6;
  corner = corner < 3 ? corner : corner - 2;
  uvec4 from = texel(first + 1);
  uvec4 to = texel(first + 2);
  vec4 fromColour = colour(from);
  vec4 toColour = colour(to);
  if (fromColour.a == 0.0 || toColour.a == 0.0) {
    gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
    return;
  }
  bool isEnd = corner > 1;
  float side = (corner & 1) == 0 ? -1.0 : 1.0;
  vec3 here = place(isEnd ? to : from);
  vec2 along = turned(isEnd ? place(texel(first + 3)).xy - place(from).xy : place(to).xy - place(texel(first)).xy);
  float size = length(along);
  vec2 across = size > 1e-6 ? vec2(-along.y, along.x) / size : vec2(0.0);
  vHalf = mix(0.6, 2.5, here.z);
  // One px wider, for the soft edge.
  vAcross = side * (vHalf + 1.0);
  vec2 px = turned(here.xy) + uCamera.yz + across * vAcross;
  gl_Position = vec4(px / uScreen * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
  float alpha = mix(0.25, 1.0, here.z);
  vColour = vec4((isEnd ? toColour : fromColour).rgb * alpha, alpha);
}`;

const FRAGMENT = /* glsl */ `#version 300 es
precision mediump float;
in vec4 vColour;
in float vAcross;
in float vHalf;
out vec4 finalColor;
void main() { finalColor = vColour * clamp(vHalf + 0.5 - abs(vAcross), 0.0, 1.0); }`;

/** The tails of all boats, drawn with one call. */
class TailMesh extends PulledMesh {
  constructor({ view }: Overlay) {
    super({ label: "tails", vertex: VERTEX, fragment: FRAGMENT }, view);
  }

  show(tails: TailPoints): void {
    this.fill(tails.words, tails.length, 6 * Math.max(0, tails.length - 3));
  }
}

const TOUCH_RADIUS_PX = 18;
/** Distance of the mast from the centre of the hull, px. */
const MAST_PX = 3;
/** Labels of the boats are placed anew this often, ms; those of many boats less often, since each takes part in it. *guess* */
const LABELS_EVERY_MS = 120;
const MANY_BOATS = 40;
const MANY_LABELS_EVERY_MS = 400;

interface Drawn {
  boat: Boat;
  path: Float32Array;
  wind_angle: Float32Array | null;
  pose: BoatPose;
  isShown: boolean;
  alpha: number;
  label: LabelOffset | null;
  hull: Sprite;
  /** On the port side, and on the starboard side. */
  sails: [Sprite, Sprite];
  name: Sprite | null;
  tail_rows: Int8Array | null;
  tail_colours: Uint32Array;
}

interface BoatLook {
  focus: number;
  hidden: ReadonlySet<number>;
  hovered: number;
}

const NO_SPRITE: Sprite = { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };

/** What is drawn of the boats every frame: tails, then hulls and sails, then names. */
export class BoatLayer {
  readonly tails: TailMesh;
  private readonly sprites: SpriteMesh;
  private readonly drawn: Drawn[];
  private readonly points = new TailPoints();
  private ring = NO_SPRITE;
  private labelled_ms = -Infinity;

  constructor(
    boats: readonly { boat: Boat; path: Float32Array }[],
    private readonly plane: Plane,
    overlay: Overlay,
  ) {
    this.tails = new TailMesh(overlay);
    this.sprites = new SpriteMesh("boats", overlay);
    overlay.add(this.tails);
    overlay.add(this.sprites);
    this.drawn = boats.map(({ boat, path }) => ({
      boat,
      path,
      wind_angle: boat.columns.channels.twa ?? boat.columns.channels.etwa ?? null,
      pose: noPose(),
      isShown: true,
      alpha: 1,
      label: null,
      hull: NO_SPRITE,
      sails: [NO_SPRITE, NO_SPRITE],
      name: null,
      tail_rows: null,
      tail_colours: new Uint32Array(5),
    }));
  }

  recolour(palette: Palette, font: string): void {
    const colours = this.drawn.length === 1 ? [palette.ink] : palette.boats.slice(0, this.drawn.length);
    const named = this.drawn.filter(({ boat }) => boat.name !== "");
    const colourOf = (drawn: Drawn) => colours[this.drawn.indexOf(drawn) % colours.length]!;
    const { canvas, sprites } = drawAtlas(
      [
        ringPicture(palette),
        ...colours.map((colour) => hullPicture(colour, palette)),
        ...colours.map((colour) => sailPicture(colour, palette)),
        ...named.map((drawn) => namePicture(drawn.boat.name, colourOf(drawn), palette, font)),
      ],
      Math.max(2, devicePixelRatio),
    );
    this.ring = sprites[0]!;
    for (const [i, drawn] of this.drawn.entries()) {
      const colour = i % colours.length;
      const sail = sprites[1 + colours.length + colour]!;
      drawn.hull = sprites[1 + colour]!;
      drawn.sails = [sail, mirrored(sail)];
    }
    for (const [i, drawn] of named.entries()) drawn.name = sprites[1 + 2 * colours.length + i]!;
    this.sprites.setAtlas(canvas);
  }

  /** Places the labels anew at the next drawing. */
  relabel(): void {
    this.labelled_ms = -Infinity;
  }

  /** Colours of a boat's tail: an index per row and five colours, the last for rows without a value. */
  colourTail(index: number, rows: Int8Array | null, colours: readonly string[]): void {
    const drawn = this.drawn[index]!;
    drawn.tail_rows = rows;
    drawn.tail_colours = Uint32Array.from(colours, (colour) => colourWord(partsOf(colour)));
  }

  /** Shows the boats at an instant from the next drawing on. */
  show(camera: Camera, at_ms: number, look: BoatLook): void {
    const { tails, sprites, points } = this;
    points.clear();
    sprites.clear();
    for (const [i, drawn] of this.drawn.entries()) {
      drawn.isShown = !look.hidden.has(i);
      if (drawn.isShown) this.place(drawn, camera, at_ms, i === look.hovered);
    }
    this.placeNames(camera, look);
    for (const [i, drawn] of this.drawn.entries()) if (drawn.isShown) this.addHull(sprites, drawn, i === look.focus);
    for (const drawn of this.drawn) addName(sprites, drawn);
    tails.show(points);
    sprites.show();
  }

  /** Index of the nearest boat at a point of the map; −1 for none. */
  boatAt(x: number, y: number): number {
    let [best, nearest] = [-1, TOUCH_RADIUS_PX];
    for (const [i, { isShown, pose }] of this.drawn.entries()) {
      const distance = isShown ? Math.hypot(pose.x - x, pose.y - y) : Infinity;
      if (distance < nearest) [best, nearest] = [i, distance];
    }
    return best;
  }

  /** Where a boat is drawn: m of the plane and px. Its place is known only while it is present. */
  poseOf(index: number): { x: number; y: number; px: number; py: number; position: BoatPosition } {
    const { mx, my, x, y, position } = this.drawn[index]!.pose;
    return { x: mx, y: my, px: x, py: y, position };
  }

  /** Right ends of the labels that are shown, px. */
  labelEnds(): { index: number; x: number; y: number }[] {
    return this.drawn.flatMap(({ isShown, name, label, pose: { x, y } }, index) =>
      isShown && label && name ? [{ index, x: x + label.dx + name.width / 2, y: y + label.dy }] : [],
    );
  }

  private place(drawn: Drawn, camera: Camera, at_ms: number, isHovered: boolean): void {
    const { boat, path, wind_angle, tail_rows: rows, tail_colours: colours } = drawn;
    pose(drawn.pose, boat, wind_angle, this.plane, camera, at_ms);
    const { mx, my, position } = drawn.pose;
    drawn.alpha = boatOpacity(isHovered, position.present);
    const { time_ms, n } = boat.columns;
    const first = Math.max(pieceOf(boat.piece_starts, n, position.row).start, rowAt(time_ms, tailStart(at_ms)));
    this.points.add(
      { path, time_ms, rows, colours },
      { first, last: position.row, head_x: mx, head_y: my, head_ms: at_ms, length_ms: at_ms - tailStart(at_ms) },
    );
  }

  private addHull(sprites: SpriteMesh, { pose, alpha, hull, sails }: Drawn, isFocus: boolean): void {
    const { x, y, heading, sail } = pose;
    if (isFocus) sprites.add(this.ring, x, y, 0, alpha);
    sprites.add(hull, x, y, heading, alpha);
    if (Number.isNaN(sail)) return;
    const [mast_x, mast_y] = [x + MAST_PX * Math.sin(heading), y - MAST_PX * Math.cos(heading)];
    sprites.add(sails[pose.isSailToStarboard ? 0 : 1], mast_x, mast_y, sail, alpha);
  }

  /** Places the names so that they cover neither each other nor a hull; the focus boat's first. */
  private placeNames(area: Camera, { focus }: BoatLook): void {
    const now_ms = performance.now();
    const every_ms = this.drawn.length > MANY_BOATS ? MANY_LABELS_EVERY_MS : LABELS_EVERY_MS;
    if (now_ms - this.labelled_ms < every_ms) return;
    this.labelled_ms = now_ms;
    const named = this.drawn.filter(({ name, isShown }) => name !== null && isShown);
    const first = this.drawn[focus];
    named.sort((a, b) => Number(b === first) - Number(a === first));
    const places = placeLabels(
      named.map(({ pose: { x, y }, name }) => ({ x, y, width: name!.width })),
      area,
      named.map(({ label }) => label),
    );
    for (const [i, drawn] of named.entries()) drawn.label = places[i]!;
  }
}

function addName(sprites: SpriteMesh, { isShown, label, name, pose, alpha }: Drawn): void {
  if (isShown && label && name) sprites.add(name, pose.x + label.dx, pose.y + label.dy, 0, alpha);
}
