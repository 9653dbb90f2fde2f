/** Other names of boat classes, in small letters: what a sailor calls the class, and what the lists call it. */
const ALSO_CALLED: Record<string, string> = { ilca: "laser", "ilca 6": "laser", "ilca 7": "laser" };

/** The class of this list that a text names, in any letter case or by another name of the class; undefined when none. */
export function boatClassNamed<Name extends string>(names: readonly Name[], text: string): Name | undefined {
  const small = text.toLowerCase();
  const named = (wanted: string) => names.find((name) => name.toLowerCase() === wanted);
  return named(small) ?? (Object.hasOwn(ALSO_CALLED, small) ? named(ALSO_CALLED[small]!) : undefined);
}
