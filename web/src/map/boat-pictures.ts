import { HULL_PATH, SAIL_PATH } from "../look/shapes";
import type { Palette } from "./palette";

/** A picture of a sprite, drawn once per theme about the origin: hull, sail, ring, name. */
export interface Picture {
  /** px */
  width: number;
  height: number;
  draw: (g: CanvasRenderingContext2D) => void;
}

export function hullPicture(colour: string, palette: Palette): Picture {
  return picture(20, 34, (g) => {
    g.fillStyle = colour;
    g.strokeStyle = palette.surface;
    g.lineWidth = 1.6;
    g.fill(new Path2D(HULL_PATH));
    g.stroke(new Path2D(HULL_PATH));
  });
}

export function sailPicture(colour: string, palette: Palette): Picture {
  return picture(28, 28, (g) => {
    const sail = new Path2D(SAIL_PATH);
    g.lineCap = "round";
    g.strokeStyle = colour;
    g.lineWidth = 4;
    g.stroke(sail);
    g.strokeStyle = palette.surface;
    g.lineWidth = 1.8;
    g.stroke(sail);
  });
}

export function ringPicture(palette: Palette): Picture {
  return picture(44, 44, (g) => {
    g.beginPath();
    g.arc(0, 0, 18, 0, 2 * Math.PI);
    g.globalAlpha = 0.16;
    g.fillStyle = palette.accent;
    g.fill();
    g.globalAlpha = 1;
    g.strokeStyle = palette.on_accent;
    g.lineWidth = 4.5;
    g.stroke();
    g.strokeStyle = palette.accent;
    g.lineWidth = 2.75;
    g.stroke();
  });
}

let measure: CanvasRenderingContext2D | null = null;

/** Width of a text, px. */
export function textWidth(text: string, font: string): number {
  measure ??= document.createElement("canvas").getContext("2d")!;
  measure.font = font;
  return measure.measureText(text).width;
}

export function namePicture(name: string, colour: string, palette: Palette, font: string): Picture {
  const width = Math.ceil(textWidth(name, `600 12px ${font}`)) + 8;
  return picture(width, 20, (g) => {
    g.font = `600 12px ${font}`;
    g.textAlign = "center";
    g.lineJoin = "round";
    g.strokeStyle = palette.halo;
    g.lineWidth = 3;
    g.strokeText(name, 0, 4);
    g.fillStyle = colour;
    g.fillText(name, 0, 4);
  });
}

export function picture(width: number, height: number, paint: (g: CanvasRenderingContext2D) => void): Picture {
  const draw = (g: CanvasRenderingContext2D) => {
    g.save();
    paint(g);
    g.restore();
  };
  return { width, height, draw };
}
