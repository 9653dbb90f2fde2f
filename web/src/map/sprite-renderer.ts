import { bindProgram, DataTexture, FETCH, programOf } from "./gl-program";
import type { Sprite } from "./sprite-atlas";

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

/** Draws all sprites of a frame with one call, in the order in which they are added. */
export class SpriteRenderer {
  private readonly program: WebGLProgram;
  private readonly data: DataTexture;
  private readonly screen: WebGLUniformLocation | null;
  private readonly texture: WebGLTexture;
  private numbers = new Float32Array(64 * NUMBERS);
  private words = new Uint32Array(this.numbers.buffer);
  private length = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.program = programOf(gl, VERTEX, FRAGMENT);
    this.data = new DataTexture(gl);
    bindProgram(gl, this.program);
    gl.uniform1i(gl.getUniformLocation(this.program, "uData"), 1);
    this.screen = gl.getUniformLocation(this.program, "uScreen");
    this.texture = gl.createTexture();
  }

  /** Replaces the pictures of the sprites. */
  setAtlas(atlas: HTMLCanvasElement): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, atlas);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, gl.LINEAR);
    for (const way of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, way, gl.CLAMP_TO_EDGE);
  }

  clear(): void {
    this.length = 0;
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

  draw({ width, height }: { width: number; height: number }): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE1);
    this.data.fill(this.words, this.length * TEXELS);
    gl.activeTexture(gl.TEXTURE0);
    bindProgram(gl, this.program);
    gl.uniform2f(this.screen, width, height);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.drawArrays(gl.TRIANGLES, 0, 6 * this.length);
  }

  private grow(): void {
    const larger = new Float32Array(2 * this.numbers.length);
    larger.set(this.numbers);
    this.numbers = larger;
    this.words = new Uint32Array(larger.buffer);
  }
}
