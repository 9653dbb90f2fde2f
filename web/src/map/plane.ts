/** Mercator projection about an origin: x east, y north, m; the scale is exact at the latitude of the origin. */

const EARTH_ROUND_M = 40_075_016.686;

export interface LonLat {
  lon: number;
  lat: number;
}

/**
 * Metres to pixels with the bearing β up: px = left + cos β · scale · x − sin β · scale · y,
 * py = top − sin β · scale · x − cos β · scale · y.
 */
export interface Camera {
  /** px per m. */
  scale: number;
  /** Compass direction that is up on the screen, degrees. */
  bearing_deg: number;
  /** cos β · scale and sin β · scale. */
  cos_px: number;
  sin_px: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

export const screenX = ({ left, cos_px, sin_px }: Camera, x: number, y: number) => left + cos_px * x - sin_px * y;
export const screenY = ({ top, cos_px, sin_px }: Camera, x: number, y: number) => top - sin_px * x - cos_px * y;

/** The point of the plane at a pixel. */
export function planePoint({ left, top, scale, cos_px, sin_px }: Camera, px: number, py: number): [number, number] {
  const [right, up] = [(px - left) / scale ** 2, (top - py) / scale ** 2];
  return [cos_px * right + sin_px * up, cos_px * up - sin_px * right];
}

/** A camera with the origin of the plane at this pixel. */
export function cameraAt(
  view: { scale: number; bearing_deg: number },
  origin: { x: number; y: number },
  size: { width: number; height: number },
): Camera {
  const bearing = (view.bearing_deg * Math.PI) / 180;
  return {
    ...view,
    cos_px: Math.cos(bearing) * view.scale,
    sin_px: Math.sin(bearing) * view.scale,
    left: origin.x,
    top: origin.y,
    ...size,
  };
}

const mercatorX = (lon: number) => lon / 360 + 0.5;
const mercatorY = (lat: number) => 0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);

export class Plane {
  readonly metres_per_world: number;
  private readonly x0: number;
  private readonly y0: number;

  constructor(readonly origin: LonLat) {
    this.metres_per_world = EARTH_ROUND_M * Math.cos((origin.lat * Math.PI) / 180);
    this.x0 = mercatorX(origin.lon);
    this.y0 = mercatorY(origin.lat);
  }

  x(lon: number): number {
    return (mercatorX(lon) - this.x0) * this.metres_per_world;
  }

  y(lat: number): number {
    return (this.y0 - mercatorY(lat)) * this.metres_per_world;
  }

  lon(x: number): number {
    return (x / this.metres_per_world + this.x0 - 0.5) * 360;
  }

  lat(y: number): number {
    const m = this.y0 - y / this.metres_per_world;
    return (Math.atan(Math.exp((0.5 - m) * 2 * Math.PI)) * 360) / Math.PI - 90;
  }

  /** x, y, x, y, … of a track. */
  path(lon_deg: Float64Array, lat_deg: Float64Array): Float32Array {
    const path = new Float32Array(lon_deg.length * 2);
    for (let i = 0; i < lon_deg.length; i++) {
      path[2 * i] = this.x(lon_deg[i]!);
      path[2 * i + 1] = this.y(lat_deg[i]!);
    }
    return path;
  }
}

export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Bounding box of all positions; null without any. */
export function boxOf(tracks: { lon_deg: Float64Array; lat_deg: Float64Array }[]): Box | null {
  const box: Box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { lon_deg, lat_deg } of tracks) {
    for (let i = 0; i < lon_deg.length; i++) {
      const [lon, lat] = [lon_deg[i]!, lat_deg[i]!];
      if (Number.isNaN(lon) || Number.isNaN(lat)) continue;
      if (lon < box.west) box.west = lon;
      if (lon > box.east) box.east = lon;
      if (lat < box.south) box.south = lat;
      if (lat > box.north) box.north = lat;
    }
  }
  return box.west <= box.east ? box : null;
}
