/** The tracks of an XML file by their places in its bytes, and files of some of them. */
import type { InputFile } from "./index.ts";
import { withoutControls } from "./without-controls.ts";

/** Half-open range of bytes of a track, and its name. */
export interface FileTrack {
  start: number;
  end: number;
  name: string | null;
}

/** Elements that are a track, of GPX, TCX and KML. */
const TRACK = /<((?:\w+:)?(?:trk|Activity|Course|Track))(?=[\s>])[^>]*>[\s\S]*?<\/\1\s*>/g;
const ROOT = /<(?:\w+:)?(gpx|TrainingCenterDatabase|kml)[\s>]/;
/** How far from the beginning the root may stand, bytes. */
const HEAD = 4096;

/** The tracks of a file, in its order; none of a file that is no XML. */
export function tracksOf(bytes: Uint8Array): FileTrack[] {
  // One character a byte: places in the text are places in the file.
  const latin = new TextDecoder("latin1");
  if (!ROOT.test(latin.decode(bytes.subarray(0, HEAD)))) return [];
  const text = latin.decode(bytes);
  return [...text.matchAll(TRACK)].map((found) => {
    const [start, end] = [found.index, found.index + found[0].length];
    const named = /<(?:\w+:)?name>([\s\S]*?)<\//.exec(found[0].slice(0, HEAD));
    const from = named ? start + named.index + named[0].indexOf(">") + 1 : 0;
    return { start, end, name: named && nameOf(bytes.subarray(from, from + named[1]!.length)) };
  });
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function nameOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes).replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, "$1");
  const plain = text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!).trim();
  return withoutControls(plain) || null;
}

/** The file with these of its tracks alone. */
export function fileOf({ name, bytes }: InputFile, kept: readonly FileTrack[]): InputFile {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const track of tracksOf(bytes)) {
    if (kept.some(({ start }) => start === track.start)) continue;
    pieces.push(bytes.subarray(from, track.start));
    from = track.end;
  }
  pieces.push(bytes.subarray(from));
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return { name, bytes: joined };
}
