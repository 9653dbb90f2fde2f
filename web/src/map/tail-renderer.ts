import { bindProgram, instanceArray, programOf, StreamBuffer } from "./gl-program";
import type { Camera } from "./plane";
import { POINT_NUMBERS, type TailPoints } from "./tail-points";

/** A segment between two points of a tail, as a ribbon that grows towards the boat. Points before and after give the corners. */
const VERTEX = /* glsl */ `#version 300 es
precision highp float;
in vec2 aBefore;
in vec3 aFrom;
in vec4 aFromColour;
in vec3 aTo;
in vec4 aToColour;
in vec2 aAfter;
uniform vec4 uCamera;
uniform vec2 uScreen;
out vec4 vColour;
out float vAcross;
out float vHalf;

/** A vector of the plane in px. */
vec2 turned(vec2 v) {
  return vec2(uCamera.x * v.x - uCamera.w * v.y, -uCamera.w * v.x - uCamera.x * v.y);
}
void main() {
  if (aFromColour.a == 0.0 || aToColour.a == 0.0) {
    gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
    return;
  }
  bool isEnd = gl_VertexID > 1;
  float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
  vec3 here = isEnd ? aTo : aFrom;
  vec2 along = turned(isEnd ? aAfter - aFrom.xy : aTo.xy - aBefore);
  float size = length(along);
  vec2 across = size > 1e-6 ? vec2(-along.y, along.x) / size : vec2(0.0);
  vHalf = mix(0.6, 2.5, here.z);
  // One px wider, for the soft edge.
  vAcross = side * (vHalf + 1.0);
  vec2 px = turned(here.xy) + uCamera.yz + across * vAcross;
  gl_Position = vec4(px / uScreen * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
  float alpha = mix(0.25, 1.0, here.z);
  vColour = vec4((isEnd ? aToColour : aFromColour).rgb * alpha, alpha);
}`;

const FRAGMENT = /* glsl */ `#version 300 es
precision mediump float;
in vec4 vColour;
in float vAcross;
in float vHalf;
out vec4 finalColor;
void main() { finalColor = vColour * clamp(vHalf + 0.5 - abs(vAcross), 0.0, 1.0); }`;

const BYTES = POINT_NUMBERS * 4;

/** Draws the tails of all boats with one call. An instance is a segment; it reads four points that follow each other. */
export class TailRenderer {
  private readonly program: WebGLProgram;
  private readonly array: WebGLVertexArrayObject;
  private readonly points: StreamBuffer;
  private readonly camera: WebGLUniformLocation | null;
  private readonly screen: WebGLUniformLocation | null;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.program = programOf(gl, VERTEX, FRAGMENT);
    this.points = new StreamBuffer(gl);
    this.array = instanceArray(gl, this.program, this.points.buffer, BYTES, [
      { name: "aBefore", size: 2, offset: 0 },
      { name: "aFrom", size: 3, offset: BYTES },
      { name: "aFromColour", size: 4, offset: BYTES + 12, isColour: true },
      { name: "aTo", size: 3, offset: 2 * BYTES },
      { name: "aToColour", size: 4, offset: 2 * BYTES + 12, isColour: true },
      { name: "aAfter", size: 2, offset: 3 * BYTES },
    ]);
    this.camera = gl.getUniformLocation(this.program, "uCamera");
    this.screen = gl.getUniformLocation(this.program, "uScreen");
  }

  draw({ cos_px, left, top, sin_px, width, height }: Camera, tails: TailPoints): void {
    const { gl } = this;
    this.points.fill(tails.numbers, tails.length * POINT_NUMBERS);
    bindProgram(gl, this.program);
    gl.uniform4f(this.camera, cos_px, left, top, sin_px);
    gl.uniform2f(this.screen, width, height);
    gl.bindVertexArray(this.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, Math.max(0, tails.length - 3));
  }
}
