import { isInside, isUncharted } from "@leebow/basemap";
import { type GeoJSONSource, Map as LibreMap, prewarm, type StyleSpecification, setWorkerUrl } from "maplibre-gl";
import workerAddress from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import "maplibre-gl/dist/maplibre-gl.css";
import { coast } from "./coast";
import type { Palette } from "./palette";
import { type Box, boxOf, type LonLat } from "./plane";
import { CHART_SOURCE, chartData, seaStyle } from "./sea-style";

/** Views wider than this, in degrees of longitude, use the coarse coast. *guess* */
const COARSE_FROM_DEG = 6;
/** Tracks that are further apart are compared with the coast one by one, not with that of all between them. *guess* */
const TOGETHER_DEG = 2;
/** Land is fetched for the view and this share of it on every side, so that a short pan needs no request. *guess* */
const MARGIN = 0.5;
/** Zoom at the start: the view is about one mile wide. */
const START_ZOOM = 14;

interface SeaChartOptions {
  container: HTMLElement;
  palette: Palette;
  box: Box | null;
  tracks: { lon_deg: Float64Array; lat_deg: Float64Array }[];
  /** Address of an online style instead of the built-in chart; null for the latter. */
  style_url: string | null;
  /** Called with the reason when the shore could not be drawn, with null when it was. */
  onNote: (note: string | null) => void;
}

const UNCHARTED = "The shore of this water is not in our coastline, so none is drawn.";
const NO_COAST = "The coastline could not be loaded and is tried again. The track is complete without it.";

setWorkerUrl(workerAddress);

/** Starts MapLibre's workers, so that a map opened later needs no network. */
export async function startWorkers(): Promise<void> {
  prewarm();
  const response = await fetch(workerAddress);
  if (!response.ok) throw new Error(`The map's worker could not be loaded: the server answered ${response.status}.`);
  await response.arrayBuffer();
}

/** The MapLibre map with the built-in coast. */
export class SeaChart {
  readonly map: LibreMap;
  private uncharted: Promise<boolean> | null = null;
  private shown = "";
  /** Counts the requests for land: what an earlier one fetched is not drawn after a later one. */
  private requests = 0;
  private isRemoved = false;
  private readonly backOff = new BackOff(() => void this.showLand());

  constructor(private readonly options: SeaChartOptions) {
    const { container, box, style_url } = options;
    this.map = new LibreMap({
      container,
      style: style_url ?? this.ownStyle(options.palette),
      center: centerOf(box),
      zoom: START_ZOOM,
      minZoom: 3,
      maxZoom: 21,
      maxPitch: 0,
      dragRotate: false,
      touchPitch: false,
      pitchWithRotate: false,
      // Without them the map stops at the date line.
      renderWorldCopies: true,
      attributionControl: style_url ? { compact: true } : false,
      fadeDuration: 0,
      keyboard: false,
      locale: { "Map.Title": "Chart of the water" },
    });
    this.map.touchZoomRotate.disableRotation();
    if (!style_url) {
      this.map.on("load", () => void this.showLand());
      this.map.on("moveend", () => void this.showLand());
    }
  }

  recolour(palette: Palette): void {
    this.options.palette = palette;
    if (this.options.style_url) return;
    this.shown = "";
    this.map.setStyle(this.ownStyle(palette), { diff: false });
    this.map.once("style.load", () => void this.showLand());
  }

  remove(): void {
    this.isRemoved = true;
    this.backOff.dispose();
    this.map.remove();
  }

  private ownStyle(palette: Palette): StyleSpecification {
    return seaStyle(palette, centerOf(this.options.box).lat);
  }

  /** Whether a track lies on land of the built-in coastline. After a failure the next call computes it again. */
  private isUncharted(): Promise<boolean> {
    this.uncharted ??= this.computeUncharted();
    this.uncharted.catch(() => (this.uncharted = null));
    return this.uncharted;
  }

  private async computeUncharted(): Promise<boolean> {
    const { box, tracks } = this.options;
    if (!box) return false;
    const isTogether = box.east - box.west < TOGETHER_DEG && box.north - box.south < TOGETHER_DEG;
    const waters = isTogether ? [{ box, tracks }] : tracks.map((track) => ({ box: boxOf([track]), tracks: [track] }));
    for (const water of waters) if (await liesOnLand(water)) return true;
    return false;
  }

  private async showLand(): Promise<void> {
    const request = ++this.requests;
    const isOutdated = () => this.isRemoved || request !== this.requests;
    try {
      if (await this.isUncharted()) return this.options.onNote(UNCHARTED);
      const bounds = this.map.getBounds();
      const [width, height] = [bounds.getEast() - bounds.getWest(), bounds.getNorth() - bounds.getSouth()];
      const coarse = width > COARSE_FROM_DEG;
      const box = {
        west: bounds.getWest() - width * MARGIN,
        east: bounds.getEast() + width * MARGIN,
        south: bounds.getSouth() - height * MARGIN,
        north: bounds.getNorth() + height * MARGIN,
      };
      const key = [
        coarse,
        Math.floor(box.west),
        Math.floor(box.south),
        Math.floor(box.east),
        Math.floor(box.north),
      ].join(" ");
      if (key === this.shown) return;
      const land = await (await coast()).land(box, { coarse });
      if (isOutdated()) return;
      const source = this.map.getSource<GeoJSONSource>(CHART_SOURCE);
      // Before the style has loaded nothing can be drawn; its load event calls this again.
      if (!source) return;
      this.shown = key;
      source.setData(chartData(land));
      this.backOff.succeeded();
      this.options.onNote(null);
    } catch {
      if (isOutdated()) return;
      this.options.onNote(NO_COAST);
      this.backOff.failed();
    }
  }
}

/** Whether one of these tracks lies on land. */
async function liesOnLand({ box, tracks }: Pick<SeaChartOptions, "box" | "tracks">): Promise<boolean> {
  if (!box) return false;
  const land = await (await coast()).land(box, { smooth: false });
  return tracks.some(({ lon_deg, lat_deg }) => isUncharted(lon_deg, lat_deg, (lon, lat) => isInside(land, lon, lat)));
}

function centerOf(box: Box | null): LonLat {
  return box ? { lon: (box.west + box.east) / 2, lat: (box.south + box.north) / 2 } : { lon: 0, lat: 0 };
}

/** Wait before the first retry, ms; it doubles with each failure. *guess* */
const FIRST_WAIT_MS = 2000;
/** Longest wait between two retries, ms. *guess* */
const MAX_WAIT_MS = 60_000;

/**
 * Retries a failed action with growing waits (2 s, 4 s, 8 s … 60 s), and at once when the browser is online again.
 * Without a reported failure nothing is called.
 */
class BackOff {
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly action: () => void) {
    globalThis.addEventListener?.("online", this.retryNow);
  }

  /** The action failed: schedules the next try, unless one is scheduled. */
  failed(): void {
    if (this.timer !== null) return;
    const wait_ms = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    this.timer = setTimeout(this.retryNow, wait_ms);
  }

  /** The action succeeded: the next failure waits as long as the first. */
  succeeded(): void {
    this.failures = 0;
    this.cancel();
  }

  dispose(): void {
    this.cancel();
    globalThis.removeEventListener?.("online", this.retryNow);
  }

  private readonly retryNow = (): void => {
    if (this.timer === null) return;
    this.cancel();
    this.action();
  };

  private cancel(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
