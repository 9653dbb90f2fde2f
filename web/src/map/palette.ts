import { tokenColor } from "../look/theme";

/** Colours of the tokens that canvases use, resolved for the current theme. */
export interface Palette {
  sea: string;
  shallow: string;
  land: string;
  coast: string;
  graticule: string;
  label: string;
  halo: string;
  ink: string;
  ink_2: string;
  surface: string;
  accent: string;
  wind: string;
  on_accent: string;
  port: string;
  starboard: string;
  none: string;
  scale: [string, string, string, string];
  compass: [string, string, string, string];
  boats: string[];
}

const four = (name: "scale" | "compass") => [1, 2, 3, 4].map((i) => tokenColor(`--${name}-${i}`)) as Palette["scale"];

export function readPalette(): Palette {
  return {
    sea: tokenColor("--sea"),
    shallow: tokenColor("--shallow"),
    land: tokenColor("--land"),
    coast: tokenColor("--coast"),
    graticule: tokenColor("--graticule"),
    label: tokenColor("--map-label"),
    halo: tokenColor("--map-halo"),
    ink: tokenColor("--ink"),
    ink_2: tokenColor("--ink-2"),
    surface: tokenColor("--surface"),
    accent: tokenColor("--accent"),
    wind: tokenColor("--wind"),
    on_accent: tokenColor("--on-accent"),
    port: tokenColor("--port"),
    starboard: tokenColor("--starboard"),
    none: tokenColor("--scale-none"),
    scale: four("scale"),
    compass: four("compass"),
    boats: [1, 2, 3, 4, 5, 6, 7, 8].map((i) => tokenColor(`--boat-${i}`)),
  };
}

/** "rgb(15, 30, 41)" as three numbers from 0 to 1, for shaders. */
export function partsOf(color: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [r / 255, g / 255, b / 255];
}
