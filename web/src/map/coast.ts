import { openRemote, type RangeReader, type RemoteBasemap } from "@leebow/basemap";
import address from "@leebow/basemap/coast.bin?url";

let opened: Promise<RemoteBasemap> | null = null;
let whole: Promise<Uint8Array> | null = null;

/** The packed coast; a place is read by ranges. A failed start may be tried again. */
export function coast(): Promise<RemoteBasemap> {
  opened ??= openRemote(read);
  opened.catch(() => (opened = null));
  return opened;
}

/** Fetches the whole coast, for a page that must go on without the network. */
export async function keepWholeCoast(): Promise<void> {
  whole ??= fetchBytes(address).then(({ bytes }) => bytes);
  whole.catch(() => (whole = null));
  opened = openRemote(async () => ({ bytes: await whole!, whole: true }));
  await opened;
}

const read: RangeReader = (from, length) =>
  fetchBytes(address, { headers: { range: `bytes=${from}-${from + length - 1}` } });

async function fetchBytes(url: string, init?: RequestInit): Promise<{ bytes: Uint8Array; whole: boolean }> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`The coastline could not be read: the server answered ${response.status}.`);
  return { bytes: new Uint8Array(await response.arrayBuffer()), whole: response.status !== 206 };
}
