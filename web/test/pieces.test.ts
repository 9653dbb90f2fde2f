import { expect, test } from "vitest";
import { piecesOf } from "../src/engine/recordings";

const lengths = async (bytes: number, length: number) => {
  const file = new Blob([Uint8Array.from({ length: bytes }, (_, i) => i)]);
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(file, length)) pieces.push(piece);
  expect(pieces.flatMap((piece) => [...piece])).toEqual(Array.from({ length: bytes }, (_, i) => i));
  return pieces.map((piece) => piece.length);
};

test("the pieces of a file are its bytes in their order", async () => {
  expect(await lengths(10, 4)).toEqual([4, 4, 2]);
  expect(await lengths(8, 4)).toEqual([4, 4]);
  expect(await lengths(3, 4)).toEqual([3]);
  expect(await lengths(0, 4)).toEqual([]);
});
