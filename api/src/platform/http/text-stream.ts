/** A text as a stream of its pieces, each made when it is read; other work has its turn before each. */
export function textStream(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((turn) => setImmediate(turn));
      const piece = iterator.next();
      if (piece.done) controller.close();
      else controller.enqueue(encoder.encode(piece.value));
    },
  });
}
