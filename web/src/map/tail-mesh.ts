import { BufferImageSource, Geometry, GlProgram, Mesh, Shader, UniformGroup } from "pixi.js";
import type { Camera } from "./plane";

/** Largest number of points of a tail; of more fixes every n-th is used. */
const POINTS = 256;
const TEXTURE_WIDTH = 2048;

/**
 * A ribbon along the fixes of a texture. A vertex is an index, from which the shader computes point and side and reads
 * the fix, so that a frame uploads a dozen uniforms and no positions. Indices past the end give the head.
 * It writes clip space itself and works for the screen only: a render texture would be upside down.
 */
const VERTEX = /* glsl */ `#version 300 es
precision highp float;
in vec2 aPosition;
uniform sampler2D uFixes;
uniform vec4 uCamera;
uniform vec2 uScreen;
uniform vec4 uRange;
uniform vec2 uHead;
uniform vec2 uTimes;
uniform vec3 uColours[6];
out vec4 vColour;

vec4 fix(float row) {
  int i = int(row);
  return texelFetch(uFixes, ivec2(i % ${TEXTURE_WIDTH}, i / ${TEXTURE_WIDTH}), 0);
}
/** x, y (m), time (s) and colour index of a point of the tail; the last is the boat. */
vec4 point(float k) {
  float row = uRange.x + k * uRange.z;
  if (row > uRange.y) return vec4(uHead, uTimes.x, fix(uRange.y).w);
  return fix(row);
}
/** A vector of the plane in px. */
vec2 turned(vec2 v) {
  return vec2(uCamera.x * v.x - uCamera.w * v.y, -uCamera.w * v.x - uCamera.x * v.y);
}
void main() {
  float last = ceil((uRange.y - uRange.x) / uRange.z) + 1.0;
  float k = min(aPosition.x, last);
  vec4 here = point(k);
  vec2 before = point(max(0.0, k - 1.0)).xy;
  vec2 after = point(min(last, k + 1.0)).xy;
  vec2 along = turned(after - before);
  float size = length(along);
  vec2 across = size > 1e-6 ? vec2(-along.y, along.x) / size : vec2(0.0);
  float fresh = clamp(1.0 - (uTimes.x - here.z) / uTimes.y, 0.0, 1.0);
  vec2 px = turned(here.xy) + uCamera.yz + across * aPosition.y * mix(0.6, 2.5, fresh);
  gl_Position = vec4(px / uScreen * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
  int colour = here.w < 0.0 ? 4 : int(here.w);
  float alpha = mix(0.25, 1.0, fresh);
  vColour = vec4(uColours[colour] * alpha, alpha);
}`;

const FRAGMENT = /* glsl */ `#version 300 es
precision mediump float;
in vec4 vColour;
out vec4 finalColor;
void main() { finalColor = vColour; }`;

let program: GlProgram | null = null;
let ribbon: Geometry | null = null;

function ribbonGeometry(): Geometry {
  const numbers = new Float32Array(4 * POINTS);
  for (let i = 0; i < POINTS; i++) numbers.set([i, -1, i, 1], 4 * i);
  return new Geometry({
    attributes: { aPosition: { buffer: numbers, format: "float32x2" } },
    topology: "triangle-strip",
  });
}

export interface TailRange {
  /** First and last row of the tail. */
  first: number;
  last: number;
  head_x: number;
  head_y: number;
  /** Seconds since the track's start, and the length of the tail. */
  head_s: number;
  length_s: number;
}

/** The tail of one boat. */
export class Tail {
  readonly mesh: Mesh<Geometry, Shader>;
  private readonly uniforms: UniformGroup;
  private readonly fixes: Float32Array;
  private readonly source: BufferImageSource;

  constructor(path: Float32Array, time_ms: Float64Array) {
    const n = time_ms.length;
    const height = Math.max(1, Math.ceil(n / TEXTURE_WIDTH));
    this.fixes = new Float32Array(TEXTURE_WIDTH * height * 4);
    for (let i = 0; i < n; i++) {
      this.fixes[4 * i] = path[2 * i]!;
      this.fixes[4 * i + 1] = path[2 * i + 1]!;
      this.fixes[4 * i + 2] = (time_ms[i]! - time_ms[0]!) / 1000;
    }
    this.source = new BufferImageSource({
      resource: this.fixes,
      width: TEXTURE_WIDTH,
      height,
      format: "rgba32float",
      scaleMode: "nearest",
      alphaMode: "no-premultiply-alpha",
    });
    this.uniforms = new UniformGroup({
      uCamera: { value: new Float32Array(4), type: "vec4<f32>" },
      uScreen: { value: new Float32Array(2), type: "vec2<f32>" },
      uRange: { value: new Float32Array(4), type: "vec4<f32>" },
      uHead: { value: new Float32Array(2), type: "vec2<f32>" },
      uTimes: { value: new Float32Array(2), type: "vec2<f32>" },
      uColours: { value: new Float32Array(18), type: "vec3<f32>", size: 6 },
    });
    program ??= GlProgram.from({ vertex: VERTEX, fragment: FRAGMENT, name: "tail" });
    ribbon ??= ribbonGeometry();
    const shader = new Shader({ glProgram: program, resources: { uFixes: this.source, tail: this.uniforms } });
    this.mesh = new Mesh({ geometry: ribbon, shader });
  }

  /** Colour index of every row; null for the first colour everywhere. */
  setRows(rows: Int8Array | null): void {
    for (let i = 0; 4 * i < this.fixes.length; i++) this.fixes[4 * i + 3] = rows?.[i] ?? 0;
    this.source.update();
  }

  /** Colours of the four intervals and of rows without a value, components 0 to 1. */
  setColours(colours: [number, number, number][]): void {
    const value = this.uniforms.uniforms.uColours as Float32Array;
    for (const [i, colour] of colours.entries()) value.set(colour, 3 * i);
    this.uniforms.update();
  }

  place(camera: Camera, range: TailRange): void {
    const u = this.uniforms.uniforms as Record<string, Float32Array>;
    const step = Math.max(1, Math.ceil((range.last - range.first) / (POINTS - 2)));
    u.uCamera!.set([camera.cos_px, camera.left, camera.top, camera.sin_px]);
    u.uScreen!.set([camera.width, camera.height]);
    u.uRange!.set([range.first, range.last, step, 0]);
    u.uHead!.set([range.head_x, range.head_y]);
    u.uTimes!.set([range.head_s, range.length_s]);
    this.uniforms.update();
  }

  destroy(): void {
    const { shader } = this.mesh;
    this.mesh.destroy();
    shader?.destroy();
    this.source.destroy();
  }
}
