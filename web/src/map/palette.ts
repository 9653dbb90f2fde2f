import { tokenColors } from "../look/theme";

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

/** The token of each colour. */
const TOKENS = {
  sea: "--sea",
  shallow: "--shallow",
  land: "--land",
  coast: "--coast",
  graticule: "--graticule",
  label: "--map-label",
  halo: "--map-halo",
  ink: "--ink",
  ink_2: "--ink-2",
  surface: "--surface",
  accent: "--accent",
  wind: "--wind",
  on_accent: "--on-accent",
  port: "--port",
  starboard: "--starboard",
  none: "--scale-none",
} as const;

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `--${name}-${i + 1}` as const);

export function readPalette(): Palette {
  const single = Object.keys(TOKENS) as (keyof typeof TOKENS)[];
  const names = [
    ...single.map((key) => TOKENS[key]),
    ...numbered("scale", 4),
    ...numbered("compass", 4),
    ...numbered("boat", 8),
  ];
  const colors = tokenColors(names);
  const rest = colors.slice(single.length);
  return {
    ...(Object.fromEntries(single.map((key, i) => [key, colors[i]!])) as Record<keyof typeof TOKENS, string>),
    scale: rest.slice(0, 4) as Palette["scale"],
    compass: rest.slice(4, 8) as Palette["compass"],
    boats: rest.slice(8),
  };
}

/** "rgb(15, 30, 41)" as three numbers from 0 to 1, for shaders. */
export function partsOf(color: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [r / 255, g / 255, b / 255];
}
