import type { Overlay } from "./overlay";
import { FETCH, PulledMesh } from "./pulled-mesh";
import type { TailPoints } from "./tail-points";

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
export class TailMesh extends PulledMesh {
  constructor({ view }: Overlay) {
    super({ label: "tails", vertex: VERTEX, fragment: FRAGMENT }, view);
  }

  show(tails: TailPoints): void {
    this.fill(tails.words, tails.length, 6 * Math.max(0, tails.length - 3));
  }
}
