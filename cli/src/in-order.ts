/** Works on several items at once and gives the results in the items' order. `work` must not reject. */
export async function* inOrder<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for (const [index, item] of items.entries()) {
    running.push(work(item, index));
    if (running.length >= atOnce) yield await running.shift()!;
  }
  for (const rest of running) yield await rest;
}
