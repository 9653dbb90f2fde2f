/** Analyses of the straights of a stored track. */
export interface StraightSource {
  track_id: number;
  /** Makes an analysis of these segments, or finds the one that exists, and goes to it. */
  create: (segment_ids: number[], name: string | null) => Promise<void>;
}
