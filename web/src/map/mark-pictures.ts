import { PART_SIGNS, type PartSign } from "../look/part-signs";
import { STAR_PATH } from "../look/shapes";
import { type Picture, picture } from "./boat-pictures";
import type { Palette } from "./palette";

const MARK_RADIUS_PX = 8;
const PART_RADIUS_PX = 10;
/** Of a sign of 12 px to its box. */
const SIGN_SCALE = 12 / 24;
const DASH_PX = [3, 2.3];
/** Of the radius of the star on the map, 12 px, to that of its path. */
const STAR_SCALE = 12 / 9;

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

/** The sign of a part that is left out, in a circle. */
export function partPicture(sign: PartSign, palette: Palette): Picture {
  return picture(24, 24, (g) => {
    g.beginPath();
    g.arc(0, 0, PART_RADIUS_PX, 0, 2 * Math.PI);
    g.fillStyle = palette.surface;
    g.strokeStyle = palette.none;
    g.lineWidth = 1.25;
    g.fill();
    g.stroke();
    g.scale(SIGN_SCALE, SIGN_SCALE);
    g.translate(-12, -12);
    g.strokeStyle = palette.ink_2;
    g.lineWidth = 1.25 / SIGN_SCALE;
    g.lineCap = "round";
    g.lineJoin = "round";
    g.stroke(new Path2D(PART_SIGNS[sign]));
  });
}

export function starPicture(palette: Palette): Picture {
  return picture(28, 28, (g) => {
    const star = new Path2D(STAR_PATH);
    g.scale(STAR_SCALE, STAR_SCALE);
    g.fillStyle = palette.accent;
    g.strokeStyle = palette.on_accent;
    g.lineWidth = 1.5 / STAR_SCALE;
    g.fill(star);
    g.stroke(star);
  });
}
