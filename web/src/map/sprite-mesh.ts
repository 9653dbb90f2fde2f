import {
  BufferImageSource,
  CanvasSource,
  Geometry,
  GlProgram,
  RenderContainer,
  type Renderer,
  Shader,
  State,
  Texture,
  type TextureSource,
  type UniformGroup,
  type WebGLRenderer,
} from "pixi.js";
import type { Overlay } from "./overlay";
import type { Sprite } from "./sprite-atlas";
import { DATA_WIDTH, grownWords } from "./tail-points";

/** Of a vertex shader: the n-th four words of a {@link PulledMesh}. */
export const FETCH = /* glsl */ `
uniform highp usampler2D uData;
uvec4 texel(int n) { return texelFetch(uData, ivec2(n & ${DATA_WIDTH - 1}, n / ${DATA_WIDTH}), 0); }`;

interface MeshSources {
  label: string;
  /** GLSL ES 3.00. */
  vertex: string;
  fragment: string;
}

/**
 * Triangles that PixiJS draws with one call. The vertex shader fetches what it needs by the number of its vertex, from a
 * texture of words that is filled anew: of instances a renderer in software draws each by itself. Measured in
 * SwiftShader with 200 boats.
 */
export class PulledMesh extends RenderContainer {
  private readonly geometry = new Geometry();
  private readonly shader: Shader;
  private readonly state = State.for2d();
  private data: BufferImageSource;
  private vertices = 0;

  constructor(
    { label, vertex, fragment }: MeshSources,
    view: UniformGroup,
    textures: Record<string, TextureSource> = {},
  ) {
    super({ label });
    this.data = sourceOf(grownWords(new Uint32Array(0), 1));
    const glProgram = GlProgram.from({ name: label, vertex, fragment });
    this.shader = new Shader({ glProgram, resources: { view, uData: this.data, ...textures } });
  }

  /** Number of vertices that are drawn. */
  get size(): number {
    return this.vertices;
  }

  override render(renderer: Renderer): void {
    const { geometry, shader, state, vertices: size } = this;
    if (size > 0) (renderer as WebGLRenderer).encoder.draw({ geometry, shader, state, size });
  }

  override destroy(): void {
    super.destroy();
    this.data.destroy();
    this.shader.destroy();
    this.geometry.destroy();
  }

  /** Replaces what is drawn: the first `texels` of these words, which are whole rows of {@link DATA_WIDTH} texels. */
  protected fill(words: Uint32Array, texels: number, vertices: number): void {
    this.vertices = vertices;
    if (vertices <= 0) return;
    if (this.data.resource === words) return void this.data.update(0, texels);
    const before = this.data;
    this.data = sourceOf(words);
    this.setTexture("uData", this.data);
    before.destroy();
  }

  protected setTexture(name: string, source: TextureSource): void {
    this.shader.resources[name] = source;
  }
}

function sourceOf(words: Uint32Array): BufferImageSource {
  return new BufferImageSource({
    resource: words,
    width: DATA_WIDTH,
    height: words.length / (4 * DATA_WIDTH),
    format: "rgba32uint",
    scaleMode: "nearest",
  });
}

const VERTEX = /* glsl */ `#version 300 es
precision highp float;
uniform vec2 uScreen;
${FETCH}
out vec2 vAt;
out float vAlpha;
void main() {
  int first = 3 * (gl_VertexID / 6);
  int n = gl_VertexID % 6;
  n = n < 3 ? n : n - 2;
  vec4 box = uintBitsToFloat(texel(first));
  vec4 inAtlas = uintBitsToFloat(texel(first + 1));
  vec2 pose = uintBitsToFloat(texel(first + 2).xy);
  vec2 corner = vec2(n & 1, n >> 1);
  vec2 p = (corner - 0.5) * box.zw;
  float s = sin(pose.x);
  float c = cos(pose.x);
  vec2 px = box.xy + vec2(c * p.x - s * p.y, s * p.x + c * p.y);
  gl_Position = vec4(px / uScreen * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
  vAt = mix(inAtlas.xy, inAtlas.zw, corner);
  vAlpha = pose.y;
}`;

const FRAGMENT = /* glsl */ `#version 300 es
precision mediump float;
in vec2 vAt;
in float vAlpha;
uniform sampler2D uAtlas;
out vec4 finalColor;
void main() { finalColor = texture(uAtlas, vAt) * vAlpha; }`;

/** Numbers of a sprite: centre and size (px), corners in the atlas, rotation (clockwise), opacity, two that are unused. */
const NUMBERS = 12;
const TEXELS = NUMBERS / 4;

/** Sprites of one atlas, drawn with one call in the order in which they are added. */
export class SpriteMesh extends PulledMesh {
  /** Texts that are written in these sprites, in their order: read by the flows. */
  readonly texts: string[] = [];
  private numbers = new Float32Array(0);
  private words = new Uint32Array(0);
  private length = 0;
  private atlas: CanvasSource | null = null;

  constructor(label: string, { view }: Overlay) {
    super({ label, vertex: VERTEX, fragment: FRAGMENT }, view, { uAtlas: Texture.EMPTY.source });
    this.grow();
  }

  /** Replaces the pictures of the sprites. */
  setAtlas(canvas: HTMLCanvasElement): void {
    const before = this.atlas;
    this.atlas = new CanvasSource({ resource: canvas, resolution: 1 });
    this.setTexture("uAtlas", this.atlas);
    before?.destroy();
  }

  override destroy(): void {
    super.destroy();
    this.atlas?.destroy();
  }

  clear(): void {
    this.length = 0;
    this.texts.length = 0;
  }

  /** `turn`: clockwise, radians. A mirrored sprite has its left side on the right. */
  add({ left, top, right, bottom, width, height }: Sprite, x: number, y: number, turn: number, alpha: number): void {
    const at = this.length * NUMBERS;
    if (at + NUMBERS > this.numbers.length) this.grow();
    const { numbers } = this;
    numbers[at] = x;
    numbers[at + 1] = y;
    numbers[at + 2] = width;
    numbers[at + 3] = height;
    numbers[at + 4] = left;
    numbers[at + 5] = top;
    numbers[at + 6] = right;
    numbers[at + 7] = bottom;
    numbers[at + 8] = turn;
    numbers[at + 9] = alpha;
    this.length++;
  }

  /** What was added is drawn from now on. */
  show(): void {
    this.fill(this.words, this.length * TEXELS, 6 * this.length);
  }

  private grow(): void {
    this.words = grownWords(this.words, this.words.length + NUMBERS);
    this.numbers = new Float32Array(this.words.buffer);
  }
}
