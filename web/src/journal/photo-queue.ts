import { type Journal, LIMITS } from "@leebow/api/contract";
import { bytes, wordFor } from "../format/numbers";
import { type SendingOf, sendForm } from "../server/send-form";
import { type Reduction, reducePicture } from "../ui/reduce-picture";

/** A photo that is chosen and not sent yet. */
export interface ChosenPhoto {
  key: number;
  photo: Blob;
  /** Address of the picture while the form is open. */
  url: string;
}

/** What is being done with photos. */
export type PhotoWork = { label: string; done: number | null } | null;

let last_key = 0;

/** The photos of a form that are not sent yet: reduced one after the other, because each takes the memory of its pixels. */
export class PhotoQueue {
  chosen: readonly ChosenPhoto[] = [];
  work: PhotoWork = null;
  /** Why files were not taken. */
  errors: readonly string[] = [];
  /** Photos that are taken and not reduced yet. */
  private waiting = 0;
  private tail: Promise<void> = Promise.resolve();

  constructor(
    private readonly shrink: (file: File) => Promise<Blob>,
    private readonly urlOf: (photo: Blob) => string,
    /** Called after every change. */
    private readonly onChange: () => void,
  ) {}

  /** The photos that are chosen, with those that are being reduced. */
  get count(): number {
    return this.chosen.length + this.waiting;
  }

  /** Takes these files as far as an entry with `room` for unsent photos has place for them. */
  add(files: readonly File[], room: number): Promise<void> {
    const taken = files.slice(0, Math.max(0, room - this.count));
    this.waiting += taken.length;
    this.change({ errors: taken.length < files.length ? [tooMany(files.length - taken.length, files.length)] : [] });
    this.tail = this.tail.then(async () => {
      for (const [at, file] of taken.entries()) {
        this.change({ work: { label: counted("Reducing photo", at, taken.length), done: at / taken.length } });
        await this.reduce(file);
      }
      this.change({ work: null });
    });
    return this.tail;
  }

  /** Resolves when no photo is being reduced. */
  settled(): Promise<void> {
    return this.tail;
  }

  remove(key: number): void {
    this.change({ chosen: this.chosen.filter((one) => one.key !== key), errors: [] });
  }

  /** Sends the chosen photos by `send`, which is called with each; those that are sent are no longer chosen. */
  async sendAll(send: (photo: Blob, onSent: (bytes: number) => void) => Promise<void>): Promise<void> {
    await this.settled();
    const all = this.chosen;
    try {
      for (const [at, { key, photo }] of all.entries()) {
        const label = counted("Sending photo", at, all.length);
        const onSent = (bytes: number) =>
          this.change({ work: { label, done: (at + bytes / photo.size) / all.length } });
        onSent(0);
        await send(photo, onSent);
        this.change({ chosen: this.chosen.filter((one) => one.key !== key) });
      }
    } finally {
      this.change({ work: null });
    }
  }

  private async reduce(file: File): Promise<void> {
    try {
      const photo = await this.shrink(file);
      this.chosen = [...this.chosen, { key: ++last_key, photo, url: this.urlOf(photo) }];
    } catch (cause) {
      if (!(cause instanceof PhotoFault)) reportError(cause);
      const fault = cause instanceof PhotoFault ? cause.message : `${file.name} could not be read. Choose it again.`;
      this.errors = [...this.errors, fault];
    } finally {
      this.waiting--;
      this.onChange();
    }
  }

  private change(part: Partial<Pick<PhotoQueue, "chosen" | "work" | "errors">>): void {
    Object.assign(this, part);
    this.onChange();
  }
}

function tooMany(refused: number, all: number): string {
  const which = all === 1 ? "this one was" : `${refused} of these ${all} ${wordFor(refused, "was", "were")}`;
  return `An entry has at most ${LIMITS.journal_photos} photos: ${which} not taken. Delete one first.`;
}

const counted = (what: string, at: number, count: number): string =>
  count === 1 ? what : `${what} ${at + 1} of ${count}`;

// Photos as they are sent.

/**
 * Side: *from* the server, which stores no larger ones. Quality: *guess*, no visible loss on a photo of a boat, at about a
 * tenth of the size.
 */
const SENT: Reduction = { side_px: 2048, type: "image/jpeg", quality: 0.85 };
/** Larger than any photo of a phone. *guess*: what a phone can still decode. */
const MAX_FILE_BYTES = 60 * 1024 * 1024;

/** A file that is not taken. The message is a sentence for the user. */
export class PhotoFault extends Error {
  override name = "PhotoFault";
}

/** The photo as a JPEG of at most the side that is stored. Throws {@link PhotoFault}. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  const { name, size, type } = file;
  if (size === 0) throw new PhotoFault(`${name} is empty. Choose it again.`);
  if (size > MAX_FILE_BYTES) {
    throw new PhotoFault(`${name} is larger than ${bytes(MAX_FILE_BYTES)}. Choose a smaller photo.`);
  }
  // A vector picture has no size of its own, and is no photo.
  const photo = type === "image/svg+xml" ? null : await reducePicture(file, SENT);
  if (photo) return photo;
  throw new PhotoFault(`${name} is not a picture that can be read here. Choose a JPEG, PNG or WebP file.`);
}

// Sends one photo of a journal entry and reports its progress.

export function uploadPhoto(journal: number, photo: Blob, onSent: (bytes: number) => void): SendingOf<Journal> {
  const form = new FormData();
  form.append("file", photo, "photo.jpg");
  return sendForm(`/journals/${journal}/photo/`, form, photo.size, onSent);
}
