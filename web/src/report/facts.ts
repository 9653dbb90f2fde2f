/** What a report says about its track beside the analysis: from the server, or from a file that never left this computer. */
import type { Track } from "@leebow/api/contract";
import type { FileAnalysis } from "@leebow/core";

export interface TrackFacts {
  /** Null for a file that is on no server. */
  id: number | null;
  full_name: string | null;
  boat_name: string;
  location: string | null;
  tz: string | null;
}

export const factsOfTrack = ({ id, full_name, boat_name, location, tz }: Track): TrackFacts => ({
  id,
  full_name,
  boat_name,
  location,
  tz,
});

export const factsOfFile = (file: FileAnalysis): TrackFacts => ({
  id: null,
  full_name: file.name,
  boat_name: file.boat_class,
  location: null,
  tz: file.time_zone,
});
