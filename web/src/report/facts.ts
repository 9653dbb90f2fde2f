/** What a report shows of its track beside the analysis, from the server or from a local file. */
import type { Track } from "@leebow/api/contract";
import type { FileAnalysis } from "@leebow/core";

export interface TrackFacts {
  /** Null for a local file. */
  id: number | null;
  full_name: string | null;
  boat_name: string;
  location: string | null;
  tz: string | null;
  /** The track on the server; null for a local file. */
  track: Track | null;
}

export const factsOfTrack = (track: Track): TrackFacts => ({
  id: track.id,
  full_name: track.full_name,
  boat_name: track.boat_name,
  location: track.location,
  tz: track.tz,
  track,
});

export const factsOfFile = (file: FileAnalysis): TrackFacts => ({
  id: null,
  full_name: file.name,
  boat_name: file.boat_class,
  location: null,
  tz: file.time_zone,
  track: null,
});
