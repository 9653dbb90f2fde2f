import { isInside, isUncharted } from "@leebow/basemap";
import { type GeoJSONSource, Map as LibreMap, prewarm, type StyleSpecification, setWorkerUrl } from "maplibre-gl";
import workerAddress from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import "maplibre-gl/dist/maplibre-gl.css";
import { coast } from "./coast";
import type { Palette } from "./palette";
import type { Box, LonLat } from "./plane";
import { landData, seaStyle, shoreData } from "./sea-style";

/** Beyond this many degrees of view the coarse coast serves. */
const COARSE_FROM_DEG = 6;
/** Land is fetched for this much more than the view, so that a short pan needs nothing. */
const MARGIN = 0.5;
/** Whoever opens a track sees about a mile. */
const START_ZOOM = 14;

export interface SeaChartOptions {
  container: HTMLElement;
  palette: Palette;
  box: Box | null;
  tracks: { lon_deg: Float64Array; lat_deg: Float64Array }[];
  /** An online style instead of our own chart. */
  style_url: string | null;
  /** The shore could not be drawn, and why. */
  onNote: (note: string | null) => void;
}

const UNCHARTED = "The shore of this water is not in our coastline, so none is drawn.";
const NO_COAST = "The coastline could not be loaded. The track is complete without it.";

setWorkerUrl(workerAddress);

/** Starts the map's workers now and keeps them: a map opened later needs no network. */
export async function keepWorkers(): Promise<void> {
  prewarm();
  await fetch(workerAddress).then((response) => response.arrayBuffer());
}

/** The MapLibre map with our coast in it. */
export class SeaChart {
  readonly map: LibreMap;
  private uncharted: Promise<boolean>;
  private shown = "";
  private isRemoved = false;

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
      renderWorldCopies: false,
      attributionControl: style_url ? { compact: true } : false,
      fadeDuration: 0,
      keyboard: false,
      locale: { "Map.Title": "Chart of the water" },
    });
    this.map.touchZoomRotate.disableRotation();
    this.uncharted = this.isUncharted();
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
    this.map.remove();
  }

  private ownStyle(palette: Palette): StyleSpecification {
    return seaStyle(palette, centerOf(this.options.box).lat);
  }

  private async isUncharted(): Promise<boolean> {
    const { box, tracks } = this.options;
    if (!box) return false;
    const land = await (await coast()).land(box, { smooth: false });
    return tracks.some(({ lon_deg, lat_deg }) => isUncharted(lon_deg, lat_deg, (lon, lat) => isInside(land, lon, lat)));
  }

  private async showLand(): Promise<void> {
    try {
      if (await this.uncharted) return this.options.onNote(UNCHARTED);
      const bounds = this.map.getBounds();
      const [width, height] = [bounds.getEast() - bounds.getWest(), bounds.getNorth() - bounds.getSouth()];
      const coarse = width > COARSE_FROM_DEG;
      const box = {
        west: Math.max(-180, bounds.getWest() - width * MARGIN),
        east: Math.min(180, bounds.getEast() + width * MARGIN),
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
      if (this.isRemoved) return;
      const [ground, shore] = ["land", "shore"].map((id) => this.map.getSource<GeoJSONSource>(id));
      // Before the style is there nothing can be drawn; its arrival asks again.
      if (!ground || !shore) return;
      this.shown = key;
      ground.setData(landData(land));
      shore.setData(shoreData(land));
      this.options.onNote(null);
    } catch {
      if (!this.isRemoved) this.options.onNote(NO_COAST);
    }
  }
}

function centerOf(box: Box | null): LonLat {
  return box ? { lon: (box.west + box.east) / 2, lat: (box.south + box.north) / 2 } : { lon: 0, lat: 0 };
}
