/** Length of a piece, bytes. *guess*: some ms of reading each. */
const PIECE_BYTES = 2 * 1024 * 1024;

/** The bytes of a file in pieces; each is fetched while the one before it is used. */
export async function* piecesOf(file: Blob, length = PIECE_BYTES): AsyncGenerator<Uint8Array> {
  const piece = (from: number) => file.slice(from, from + length).arrayBuffer();
  let next = piece(0);
  for (let from = 0; from < file.size; from += length) {
    const bytes = await next;
    if (from + length < file.size) next = piece(from + length);
    yield new Uint8Array(bytes);
  }
}
