import { type Journal, LIMITS } from "@leebow/api/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { bytes, wordFor } from "../format/numbers";
import { ApiFailure, failureSentence } from "../server/failure";
import { type SendingOf, sendForm } from "../server/send-form";
import { type Reduction, reducePicture } from "../ui/reduce-picture";
import { type EntryBody, type EntrySubject, storeEntry, useSaveEntry } from "./entries";
import {
  bodyOf,
  draftOf,
  type EntryDraft,
  type EntryTab,
  errorsOf,
  type FieldMessages,
  forgetDraft,
  hasField,
  hasKiteNotes,
  isSameDraft,
  storeDraft,
  storedDraft,
  subjectFor,
  tabOf,
} from "./entry-draft";

export interface EntryFormOptions {
  /** What a new entry is about. */
  subject: EntrySubject;
  /** What a new entry says of its straights, beside the form. */
  about?: Pick<EntryBody, "straight_analysis_id" | "straight_analysis_segments">;
  /** Of the track; null for a race and without a track. */
  boat_class: string | null;
  /** The entry that is changed; null for a new one. */
  entry: Journal | null;
  /** Name under which the draft is stored until it is saved. */
  draft_name: string;
  /** Whether something is written that is not saved. */
  onWritten: (isWritten: boolean) => void;
  /** Called when everything is saved. */
  onSaved: () => void;
}

export type EntryForm = ReturnType<typeof useEntryForm>;

/** State and actions of the form of an entry. After a failure everything stays as it is written. */
export function useEntryForm(options: EntryFormOptions) {
  const { subject, about, boat_class, entry: first, draft_name, onWritten } = options;
  // An entry that was stored before a photo failed is changed by the next attempt.
  const [entry, setEntry] = useState(first);
  const photos = usePhotos(entry?.photos.length ?? 0);
  const hasKite = hasKiteNotes(boat_class);
  const bodyFor = (of: EntryDraft): EntryBody => ({ ...(entry ? {} : about), ...bodyOf(of, { hasKite, entry }) });
  const errorsIn = (of: EntryDraft): FieldMessages =>
    errorsOf(subjectFor(subjectOf(entry, subject), of, hasKite), bodyFor(of), photos.count);
  const fields = useFields(draft_name, first, errorsIn);
  const { draft } = fields;
  const isWritten = photos.count > 0 || !isSameDraft(draft, draftOf(entry));
  useLayoutEffect(() => onWritten(isWritten), [isWritten, onWritten]);
  const request = {
    subject: subjectFor(subject, draft, hasKite),
    body: () => bodyFor(draft),
  };
  const { save, isSaving } = useSave({ options, fields, photos, entry, setEntry, request });
  return { ...fields, save, isSaving, photos, entry, setEntry, hasKite };
}

type Fields = ReturnType<typeof useFields>;

/** What is written, and what is wrong with it. */
function useFields(draft_name: string, first: Journal | null, errorsIn: (draft: EntryDraft) => FieldMessages) {
  const [restored] = useState(() => storedDraft(draft_name));
  const [draft, setDraft] = useState(() => restored ?? draftOf(first));
  const [errors, setErrors] = useState<FieldMessages>({});
  const [problem, setProblem] = useState("");
  const [tab, setTab] = useState<EntryTab>("notes");
  const { frame, focusError } = useFirstError();
  const change = (part: Partial<EntryDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    storeDraft(draft_name, next);
    // A message stays as long as its field is wrong.
    const left = errorsIn(next);
    setErrors((shown) => Object.fromEntries(Object.entries(left).filter(([path]) => path in shown)));
  };
  /** Checks the field of this path when it is left. */
  const check = (path: string) => {
    const message = errorsIn(draft)[path];
    if (message) setErrors((shown) => ({ ...shown, [path]: message }));
  };
  /** Shows messages under their fields, and those without a field above the form. */
  const refuse = (found: FieldMessages) => {
    const paths = Object.keys(found);
    setErrors(found);
    setProblem(
      paths
        .filter((path) => !hasField(path))
        .map((path) => found[path])
        .join(" "),
    );
    const tabs = paths.filter(hasField).map(tabOf);
    if (tabs[0] && !tabs.includes(tab)) setTab(tabs[0]);
    focusError();
  };
  const clear = () => {
    setErrors({});
    setProblem("");
  };
  return {
    ...{ frame, draft, change, check, errors, errorsNow: () => errorsIn(draft), problem, setProblem, tab, setTab },
    ...{ refuse, clear, isRestored: restored !== null },
  };
}

interface SaveOptions {
  options: EntryFormOptions;
  fields: Fields;
  photos: Photos;
  entry: Journal | null;
  setEntry: (entry: Journal) => void;
  request: { subject: EntrySubject; body: () => EntryBody };
}

/** Sends the entry, then its photos. */
function useSave({ options, fields, photos, entry, setEntry, request }: SaveOptions) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const { mutateAsync } = useSaveEntry();
  const sendEntry = async () => {
    const saved = await mutateAsync({ subject: request.subject, entry, body: request.body() });
    setEntry(saved);
    forgetDraft(options.draft_name);
    return saved;
  };
  const sendPhotos = async (saved: Journal) => {
    try {
      await photos.send(saved.id, (next) => {
        setEntry(next);
        storeEntry(client, next);
      });
      options.onSaved();
    } catch (cause) {
      fields.setTab("notes");
      fields.setProblem(`${PHOTOS_NOT_SENT} ${failureSentence(cause)}`);
    }
  };
  const save = async () => {
    const found = fields.errorsNow();
    fields.clear();
    if (Object.keys(found).length > 0) return fields.refuse(found);
    setSaving(true);
    try {
      await sendPhotos(await sendEntry());
    } catch (cause) {
      const refused = refusedFields(cause);
      if (refused) fields.refuse(refused);
      else fields.setProblem(failureSentence(cause));
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}

/** Messages of the server by field; null where it has none. */
function refusedFields(cause: unknown): FieldMessages | null {
  if (!(cause instanceof ApiFailure) || cause.detail || Object.keys(cause.fields).length === 0) return null;
  return Object.fromEntries(Object.entries(cause.fields).map(([path, messages]) => [path, messages.join(" ")]));
}

const PHOTOS_NOT_SENT = "The entry is saved, but not all of its photos. Save again to send the others.";

/** What the entry is about once it is stored. */
const subjectOf = (entry: Journal | null, subject: EntrySubject): EntrySubject =>
  entry ? { track: entry.track, race: entry.race, jType: entry.jType } : subject;

/** Focuses the first field with a message, after it is rendered. */
function useFirstError() {
  const frame = useRef<HTMLDivElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) frame.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);
  return { frame, focusError: () => setAttempts((count) => count + 1) };
}

interface Photos {
  chosen: readonly ChosenPhoto[];
  /** The photos that are chosen, with those that are being reduced. */
  count: number;
  work: PhotoWork;
  /** Why files were not taken. */
  errors: readonly string[];
  add: (files: readonly File[]) => void;
  remove: (key: number) => void;
  /**
   * Sends the chosen photos one by one, when all are reduced; those that are stored are no longer chosen. Throws what the
   * server refused.
   */
  send: (entry_id: number, onStored: (entry: Journal) => void) => Promise<void>;
}

/** The photos of a form beside the `stored` ones of its entry: chosen, dropped or pasted, then sent when it is saved. */
function usePhotos(stored: number): Photos {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const urls = useRef<string[]>([]);
  useEffect(() => () => urls.current.forEach(URL.revokeObjectURL), []);
  const [queue] = useState(() => {
    const urlOf = (photo: Blob) => {
      const url = URL.createObjectURL(photo);
      urls.current.push(url);
      return url;
    };
    return new PhotoQueue(shrinkPhoto, urlOf, redraw);
  });
  const { chosen, count, work, errors } = queue;
  const send: Photos["send"] = (entry_id, onStored) =>
    queue.sendAll(async (photo, onSent) => onStored(await uploadPhoto(entry_id, photo, onSent).answer));
  return {
    ...{ chosen, count, work, errors, send },
    add: (files) => void queue.add(files, LIMITS.journal_photos - stored),
    remove: (key) => queue.remove(key),
  };
}

/** A photo that is chosen and not sent yet. */
interface ChosenPhoto {
  key: number;
  photo: Blob;
  /** Address of the picture while the form is open. */
  url: string;
}

/** What is being done with photos. */
type PhotoWork = { label: string; done: number | null } | null;

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
async function shrinkPhoto(file: File): Promise<Blob> {
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

function uploadPhoto(journal: number, photo: Blob, onSent: (bytes: number) => void): SendingOf<Journal> {
  const form = new FormData();
  form.append("file", photo, "photo.jpg");
  return sendForm(`/journals/${journal}/photo/`, form, photo.size, onSent);
}
