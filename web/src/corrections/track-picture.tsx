import type { TrackColumns } from "@leebow/core";
import { useMemo } from "react";
import { trackDrawing } from "../map/track-drawing";

/** The picture of a track whose positions are known. */
export function TrackPicture({ columns }: { columns: TrackColumns }) {
  const path = useMemo(() => trackDrawing(columns, 150, 76), [columns]);
  return (
    <svg viewBox="0 0 170 92" aria-hidden="true">
      <path
        d={path}
        transform="translate(10 8)"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
    </svg>
  );
}
