import { bindProgram, instanceArray, programOf, StreamBuffer } from "./gl-program";
import type { Sprite } from "./sprite-atlas";

const VERTEX = /* glsl */ `#version 300 es
precision highp float;
in vec4 aBox;
in vec4 aTexture;
in vec2 aPose;
uniform vec2 uScreen;
out vec2 vAt;
out float vAlpha;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 p = (corner - 0.5) * aBox.zw;
  float s = sin(aPose.x);
  float c = cos(aPose.x);
  vec2 px = aBox.xy + vec2(c * p.x - s * p.y, s * p.x + c * p.y);
  gl_Position = vec4(px / uScreen * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
  vAt = mix(aTexture.xy, aTexture.zw, corner);
  vAlpha = aPose.y;
}`;

const FRAGMENT = /* glsl */ `#version 300 es
precision mediump float;
in vec2 vAt;
in float vAlpha;
uniform sampler2D uAtlas;
out vec4 finalColor;
void main() { finalColor = texture(uAtlas, vAt) * vAlpha; }`;

/** Numbers of a sprite: centre and size (px), corners in the atlas, rotation (clockwise), opacity. */
const NUMBERS = 10;

/** Draws all sprites of a frame with one call, in the order in which they are added. */
export class SpriteRenderer {
  private readonly program: WebGLProgram;
  private readonly array: WebGLVertexArrayObject;
  private readonly instances: StreamBuffer;
  private readonly screen: WebGLUniformLocation | null;
  private readonly texture: WebGLTexture;
  private numbers = new Float32Array(64 * NUMBERS);
  private length = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.program = programOf(gl, VERTEX, FRAGMENT);
    this.instances = new StreamBuffer(gl);
    this.array = instanceArray(gl, this.program, this.instances.buffer, NUMBERS * 4, [
      { name: "aBox", size: 4, offset: 0 },
      { name: "aTexture", size: 4, offset: 16 },
      { name: "aPose", size: 2, offset: 32 },
    ]);
    this.screen = gl.getUniformLocation(this.program, "uScreen");
    this.texture = gl.createTexture();
  }

  /** Replaces the pictures of the sprites. */
  setAtlas(atlas: HTMLCanvasElement): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, atlas);
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
    this.instances.fill(this.numbers, this.length * NUMBERS);
    bindProgram(gl, this.program);
    gl.uniform2f(this.screen, width, height);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.bindVertexArray(this.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.length);
  }

  private grow(): void {
    const larger = new Float32Array(2 * this.numbers.length);
    larger.set(this.numbers);
    this.numbers = larger;
  }
}
