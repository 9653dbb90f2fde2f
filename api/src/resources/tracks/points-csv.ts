import { csvCell, nameEnd, shownUnit, type Units } from "@leebow/core";
import type { Core, TrackColumns } from "@leebow/core/node";

const ROWS_PER_CHUNK = 5000;

/**
 * Every fix of a track as CSV: `time,lat,lon`, then each channel as `sog_kn`, `cog_deg`…, in display units
 * or those that the reader has chosen. Missing values are empty. Names of makers' own channels are arbitrary texts. Yields to the event loop after every piece.
 */
export async function* pointsCsv(
  columns: TrackColumns,
  channels: Core["channels"],
  units: Units,
): AsyncGenerator<string> {
  const known = new Map(channels.map((channel) => [channel.id, channel]));
  const shown = Object.entries(columns.channels).map(([id, values]) => {
    const { display_unit = "", display_factor = 1, decimals = 2 } = known.get(id) ?? {};
    const { unit, factor } = shownUnit(display_unit, units);
    const name = unit ? `${id}_${nameEnd(unit)}` : id;
    return { name, values, factor: display_factor * factor, decimals: decimals + 1 };
  });
  yield `${["time", "lat", "lon", ...shown.map(({ name }) => csvCell(name))].join(",")}\r\n`;
  for (let from = 0; from < columns.n; from += ROWS_PER_CHUNK) {
    const rows: string[] = [];
    for (let i = from; i < Math.min(from + ROWS_PER_CHUNK, columns.n); i++) {
      const time = new Date(columns.time_ms[i]!).toISOString();
      const cells = shown.map(({ values, factor, decimals }) => cell(values[i]! * factor, decimals));
      rows.push([time, columns.lat_deg[i]!.toFixed(7), columns.lon_deg[i]!.toFixed(7), ...cells].join(","));
    }
    yield `${rows.join("\r\n")}\r\n`;
    await new Promise((turn) => setImmediate(turn));
  }
}

const cell = (value: number, decimals: number) =>
  Number.isFinite(value) ? String(Number(value.toFixed(decimals))) : "";
