import type { TackSide } from "@leebow/core";
import { HULL_PATH, SAIL_PATH } from "../look/shapes";

/** A boat from above, bow up, about the origin of a drawing. */
export function BoatSign({ fill, tack }: { fill: string; tack: TackSide }) {
  return (
    <>
      <path d={HULL_PATH} fill={fill} stroke="var(--surface)" strokeWidth="1.6" />
      <g fill="none" transform={`translate(0 -3)${tack === "starboard" ? " scale(-1 1)" : ""}`}>
        <path d={SAIL_PATH} stroke="var(--surface)" strokeWidth="4" />
        <path d={SAIL_PATH} stroke="var(--ink)" strokeWidth="1.8" strokeLinecap="round" />
      </g>
    </>
  );
}
