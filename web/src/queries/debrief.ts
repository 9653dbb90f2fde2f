import { queryOptions } from "@tanstack/react-query";
import { fetchDebrief } from "../api/tracks";

/** The debrief of a track, anew with another wind. What it is compared with changes with other tracks: it is not kept. */
export const debriefOptions = (id: number, twd_deg: number | null) =>
  queryOptions({
    queryKey: ["tracks", "debrief", id, twd_deg],
    queryFn: ({ signal }) => fetchDebrief(id, signal),
    gcTime: 0,
    structuralSharing: false,
  });
