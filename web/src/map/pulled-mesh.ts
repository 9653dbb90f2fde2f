import {
  BufferImageSource,
  Geometry,
  GlProgram,
  RenderContainer,
  type Renderer,
  Shader,
  State,
  type TextureSource,
  type UniformGroup,
  type WebGLRenderer,
} from "pixi.js";
import { DATA_WIDTH, grownWords } from "./data-words";

/** Of a vertex shader: the n-th four words of a {@link PulledMesh}. */
export const FETCH = /* glsl */ `
uniform highp usampler2D uData;
uvec4 texel(int n) { return texelFetch(uData, ivec2(n & ${DATA_WIDTH - 1}, n / ${DATA_WIDTH}), 0); }`;

export interface MeshSources {
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
