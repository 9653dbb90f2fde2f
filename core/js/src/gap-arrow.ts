/** How far the boats of a race were behind the leader, as an Arrow IPC stream with one row a second and boat. */
import { type Table, tableFromIPC } from "@uwdata/flechette";

/** A boat behind the leader: columns of equal length, a row a second; NaN where it is not known. */
export interface GapColumns {
  track: string;
  time_ms: Float64Array;
  behind_s: Float32Array;
  behind_m: Float32Array;
  behind_sd_s: Float32Array;
  behind_sd_m: Float32Array;
  /** Along the course from the start. */
  progress_m: Float32Array;
  /** Index of the leg; 255 outside the race. */
  leg: Uint8Array;
}

const VALUES = ["behind_s", "behind_m", "behind_sd_s", "behind_sd_m", "progress_m"] as const;

/** Reads such a stream: the columns of each boat, in the order in which the boats appear. Throws on other input. */
export function gapColumnsOfArrow(bytes: Uint8Array): GapColumns[] {
  const table = tableFromIPC(bytes);
  const rows = rowsByTrack(table);
  const time_ms = table.getChild("time_ms").toArray() as ArrayLike<number>;
  const leg = table.getChild("leg").toArray() as ArrayLike<number>;
  return [...rows].map(([track, own]) => {
    const values = VALUES.map((id) => [id, picked(table.getChild(id).toArray() as ArrayLike<number | null>, own)]);
    return {
      track,
      time_ms: Float64Array.from(own, (row) => Number(time_ms[row])),
      leg: Uint8Array.from(own, (row) => leg[row]!),
      ...(Object.fromEntries(values) as Record<(typeof VALUES)[number], Float32Array>),
    };
  });
}

const picked = (column: ArrayLike<number | null>, rows: readonly number[]) =>
  Float32Array.from(rows, (row) => column[row] ?? Number.NaN);

function rowsByTrack(table: Table): Map<string, number[]> {
  const tracks = table.getChild("track");
  const rows = new Map<string, number[]>();
  for (let row = 0; row < table.numRows; row++) {
    const track = String(tracks.at(row));
    const own = rows.get(track);
    if (own) own.push(row);
    else rows.set(track, [row]);
  }
  return rows;
}
