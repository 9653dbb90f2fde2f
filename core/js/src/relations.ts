/** Which recordings belong together: files of one session, and receivers of one boat. The engine decides (`read::related`). */

export interface Relation {
  /** Index of the first recording of its session: its own where it goes on after none. */
  session: number;
  /**
   * Index of the first recording of the session of the same boat at the same time that is used in its place, and how far the two
   * are apart at most moments; null where there is none.
   */
  same_boat: { index: number; apart_m: number } | null;
}

/** The relations as a binding returns them: three numbers each. */
export function relationsOf(numbers: ArrayLike<number>): Relation[] {
  return Array.from({ length: numbers.length / 3 }, (_, i) => {
    const [session, index, apart_m] = [numbers[3 * i]!, numbers[3 * i + 1]!, numbers[3 * i + 2]!];
    return { session, same_boat: Number.isNaN(index) ? null : { index, apart_m } };
  });
}

/** The recordings of each session, in the order in which the first of each was named. */
export function sessionsOf(relations: readonly Relation[]): number[][] {
  const sessions = new Map<number, number[]>();
  for (const [i, { session }] of relations.entries()) sessions.set(session, [...(sessions.get(session) ?? []), i]);
  return [...sessions.values()];
}

/** "2 files of one session are one recording: a-10.nmea, a-11.nmea." */
export function filesOfSession(names: readonly string[]): string {
  return `${names.length} files of one session are one recording: ${names.join(", ")}.`;
}

/** "Same boat as logger.csv at the same time, within 4 m. That recording is used in sums and races, this one is not." */
export function sameBoatSentence(name: string, apart_m: number): string {
  const within = Math.max(1, Math.round(apart_m));
  return `Same boat as ${name} at the same time, within ${within} m. That recording is used in sums and races, this one is not.`;
}
