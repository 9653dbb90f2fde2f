import { type Picture, picture } from "./boat-pictures";
import type { Palette } from "./palette";

const MARK_RADIUS_PX = 8;
const DASH_PX = [3, 2.3];
/** Five-pointed star of radius 12 about the origin. */
const STAR = "M0-12L3.6-4 12-3.2 5.7 2.7 7.5 11 0 6.8-7.5 11-5.7 2.7-12-3.2-3.6-4Z";

export interface MarkLook {
  letter: string;
  chosen: boolean;
  /** A maneuver that is not counted has a dashed circle. */
  counted: boolean;
}

export function markPicture({ letter, chosen, counted }: MarkLook, palette: Palette, font: string): Picture {
  return picture(24, 24, (g) => {
    g.beginPath();
    g.arc(0, 0, MARK_RADIUS_PX, 0, 2 * Math.PI);
    g.fillStyle = chosen ? palette.accent : palette.surface;
    g.strokeStyle = chosen ? palette.on_accent : palette.ink_2;
    g.lineWidth = 1.25;
    g.setLineDash(counted ? [] : DASH_PX);
    g.fill();
    g.stroke();
    g.font = `650 10px ${font}`;
    g.textAlign = "center";
    g.fillStyle = chosen ? palette.on_accent : palette.ink;
    g.fillText(letter, 0, 3.6);
  });
}

export function starPicture(palette: Palette): Picture {
  return picture(28, 28, (g) => {
    const star = new Path2D(STAR);
    g.fillStyle = palette.accent;
    g.strokeStyle = palette.on_accent;
    g.lineWidth = 1.5;
    g.fill(star);
    g.stroke(star);
  });
}
