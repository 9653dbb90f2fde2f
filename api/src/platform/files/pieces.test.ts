import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { Sha256Stream } from "../storage/sha256.ts";
import { bytePieces, jsonPieces } from "./pieces.ts";

const maneuver = (i: number) => ({ name: `Tack ${i} "é"`, loss_m: i / 7, left_out_reason: i % 2 ? undefined : null });

it.each([
  {},
  { sha256: "ab", damage: null, left_out: undefined, maneuvers: [], straights: [undefined, 1] },
  { maneuvers: Array.from({ length: 3000 }, (_, i) => maneuver(i)), wind: { twd_deg: 230.5 }, points: 12 },
])("a report in pieces is the JSON of the whole report (%#)", (report) => {
  expect([...jsonPieces(report)].join("")).toBe(JSON.stringify(report));
});

it("a long report is written in pieces of about 64 kB", () => {
  const pieces = [...jsonPieces({ maneuvers: Array.from({ length: 10_000 }, (_, i) => maneuver(i)) })];
  expect(pieces.length).toBeGreaterThan(5);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(66_000);
});

it("columns are stored and hashed in pieces of their own memory", async () => {
  const column = new Uint8Array(Float64Array.from({ length: 30_000 }, (_, i) => i).buffer);
  const hash = new Sha256Stream();
  const passed: Uint8Array[] = [];
  for await (const chunk of Readable.from(bytePieces([column]), { objectMode: false }).pipe(hash)) passed.push(chunk);
  expect(passed.map((chunk) => [chunk.buffer === column.buffer, chunk.byteOffset])).toEqual(
    [0, 65_536, 131_072, 196_608].map((from) => [true, from]),
  );
  expect([hash.bytes, hash.digest()]).toEqual([240_000, createHash("sha256").update(column).digest("hex")]);
});
