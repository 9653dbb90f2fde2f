import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { loadExtra, type RawParquetColumn } from "../src/raw-extra.ts";

const written = async (rows: number, columns: RawParquetColumn[]) => {
  const bytes = await (await loadExtra()).write_parquet(rows, columns, [["leebow:engine", "1"]]);
  return parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
  });
};

describe("a table of many fixes", () => {
  it("has every row once and in order over several row groups, with nulls where nothing is known", async () => {
    // Two hours at 40 Hz.
    const rows = 288_000;
    const floats = Float32Array.from({ length: rows }, (_, i) => (i % 7 === 0 ? Number.NaN : i));
    const doubles = Float64Array.from({ length: rows }, (_, i) => 1.75e12 + 25 * i);
    const bytes = Uint8Array.from({ length: rows }, (_, i) => i % 256);
    const found = await written(rows, [
      { name: "name", type: "STRING", text: "a" },
      { name: "user", type: "INT32", number: 7 },
      { name: "time", type: "TIMESTAMP", doubles },
      { name: "sog", type: "FLOAT", floats },
      { name: "heel", type: "FLOAT" },
      { name: "flags", type: "INT32", bytes },
    ]);
    expect(found).toHaveLength(rows);
    const wrong = found.findIndex(
      (row, i) =>
        row.name !== "a" ||
        row.user !== 7 ||
        (row.time as Date).getTime() !== doubles[i] ||
        row.sog !== (i % 7 === 0 ? null : i) ||
        row.heel !== null ||
        row.flags !== i % 256,
    );
    expect(wrong).toBe(-1);
  });

  it("is not written from values of another type or of fewer rows", async () => {
    await expect(written(2, [{ name: "day", type: "DATE", text: "2026-07-04" }])).rejects.toThrow(
      "the column day cannot be of type DATE",
    );
    await expect(written(2, [{ name: "sog", type: "FLOAT", text: "fast" }])).rejects.toThrow(
      "has values that are no FLOAT",
    );
    await expect(written(2, [{ name: "name", type: "STRING", number: 1 }])).rejects.toThrow(
      "has values that are no STRING",
    );
    await expect(written(2, [{ name: "sog", type: "FLOAT", floats: new Float32Array(1) }])).rejects.toThrow(
      "the column sog has fewer rows than the table",
    );
  });
});
