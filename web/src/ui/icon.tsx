import type { TackSide } from "@leebow/core";
import type { LucideIcon } from "lucide-react";
import { HULL_PATH, SAIL_PATH } from "../look/shapes";

/** An icon, 16 px with stroke 1.75, hidden from assistive technology: the element around it has a name. */
export function Icon({
  of: Glyph,
  size = 16,
  className,
}: {
  of: LucideIcon;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <Glyph
      size={size}
      strokeWidth={1.75}
      aria-hidden="true"
      focusable="false"
      style={{ flex: "none" }}
      className={className}
    />
  );
}

/** The logo, two sails, with or without the name. */
export function Logo({ size = 22, name = true }: { size?: number; name?: boolean }) {
  return (
    <>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: "none" }}>
        <path d="M9.2 1.6C4.6 7 2.9 13.4 3.8 22.4h4.6C9.9 15 10.2 8.3 9.2 1.6Z" fill="currentColor" />
        <path
          d="M17.2 9.2c-4 3.6-5.7 8-5.6 13.2h5.2c1.5-4.5 1.6-8.8.4-13.2Z"
          fill="var(--accent)"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinejoin="round"
        />
      </svg>
      {name && <span>Leebow</span>}
    </>
  );
}

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
