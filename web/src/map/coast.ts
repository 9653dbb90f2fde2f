import { openRemote, type RangeReader, type RemoteBasemap } from "@leebow/basemap";
import address from "@leebow/basemap/coast.bin?url";

let opened: Promise<RemoteBasemap> | null = null;
let whole: Promise<Uint8Array> | null = null;

/** The packed coast, read by byte ranges. After a failure the next call opens it again. */
export function coast(): Promise<RemoteBasemap> {
  opened ??= openRemote(read);
  opened.catch(() => (opened = null));
  return opened;
}

/** Fetches the whole coast, for a page that must work without the network later. Rejects if it cannot be fetched. */
export async function fetchWholeCoast(): Promise<void> {
  whole ??= fetchBytes(address).then(({ bytes }) => bytes);
  whole.catch(() => (whole = null));
  const bytes = await whole;
  opened = openRemote(async () => ({ bytes, isComplete: true }));
}

const read: RangeReader = (from, length) =>
  fetchBytes(address, { headers: { range: `bytes=${from}-${from + length - 1}` } });

async function fetchBytes(url: string, init?: RequestInit): Promise<{ bytes: Uint8Array; isComplete: boolean }> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`The coastline could not be read: the server answered ${response.status}.`);
  return { bytes: new Uint8Array(await response.arrayBuffer()), isComplete: response.status !== 206 };
}
