/** Files that are checked, sent one after the other, and reported one by one. */
import type { Permission, UploadedTrack } from "@leebow/api/contract";
import type { NoSailing } from "@leebow/core";
import { proxy, ref } from "valtio";
import { call } from "../server/client";
import { ApiFailure, failureSentence } from "../server/failure";
import { sendForm } from "../server/send-form";
import type { Check, Finding } from "./file-check";

/**
 * checking: it is being read here; ready: it can be sent; refused: it is not sent, for the reason in `sentence`;
 * known: the user has uploaded it before; failed: sending it failed, it can be sent again.
 */
export type ItemState = "checking" | "ready" | "refused" | "known" | "sending" | "stored" | "failed";

export interface QueueItem {
  id: number;
  /** Of files of one session all of them in one. */
  file: File;
  /** What is sent: the file, or those of one session. */
  sources: readonly File[];
  /** The zip it was in. */
  archive: string | null;
  state: ItemState;
  sentence: string;
  /** What a refused file is in which no sailing was found; the server's refusal has its sentence alone. */
  no_sailing: NoSailing | null;
  /** Its user says that it is sailing. */
  isSailing: boolean;
  sent_bytes: number;
  sha256: string | null;
  finding: Finding | null;
  /** The track it is, once it is stored or known. */
  track_id: number | null;
  /** What the server made of a zip that was sent whole; null for a file that is one track. */
  unpacked: UploadedTrack["archive"] | null;
}

/** What the queue calls; tests give others. */
export interface QueueCalls {
  recordingsIn: (file: File) => Promise<File[] | null>;
  /** Those of these files that are of one session, and all of them in one file. */
  sessionsOf: (files: readonly File[]) => Promise<{ files: readonly File[]; joined: File }[]>;
  /** Why a file is not taken, by its name and size; null for one that is. */
  refusal: (file: File) => string | null;
  sha256Of: (file: File) => Promise<string | null>;
  findKnown: (files: { sha256: string; bytes: number }[]) => Promise<{ sha256: string; track_id: number }[]>;
  checkFile: (file: File) => Promise<Check>;
  upload: (upload: TrackUpload, onSent: (bytes: number) => void) => Sending;
}

/** How long a file that is to be sent waits for the engine's reading, ms. *guess*: an engine that is loaded reads a day of 1 Hz. */
const CHECK_WAIT_MS = 4000;

/** How long the end of sending waits for the engine to finish reading the files that were sent, ms. *guess* */
const READ_WAIT_MS = 20_000;

type Fields = Omit<TrackUpload, "files">;

const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

const UNSENT: readonly ItemState[] = ["checking", "ready", "failed"];

export class UploadQueue {
  readonly state = proxy<{ items: QueueItem[]; isSending: boolean }>({ items: [], isSending: false });
  readonly #calls: QueueCalls;
  #next_id = 1;
  #sending: Sending | null = null;
  #isCancelled = false;
  #onCancel: () => void = () => undefined;
  /** The hashes are compared in order, so that of two equal files the later one is the copy. */
  #copies = Promise.resolve();
  /** Ids of the files that are to be sent, in this order. */
  readonly #waiting: number[] = [];
  /** The engine reads one file after the other. */
  #checks = Promise.resolve();
  /** By item: when its hash was compared, and when the engine has read it. */
  readonly #steps = new Map<number, { compared: Promise<void>; read: Promise<void> }>();

  constructor(calls: QueueCalls) {
    this.#calls = calls;
  }

  /** Adds files and checks them; of a zip, every recording in it, and those of one session as one. */
  async add(files: readonly File[]): Promise<void> {
    const ids: number[] = [];
    for (const file of files) {
      const unpacked = this.#calls.refusal(file) === null ? await this.#calls.recordingsIn(file) : null;
      const items = unpacked ? unpacked.map((one) => this.#append(one, file.name)) : [this.#append(file, null)];
      ids.push(...items.map(({ id }) => id));
    }
    const joined = this.#joinSessions(ids);
    for (const id of ids) this.#startChecks(id, joined);
    await this.#checks;
  }

  /** Makes one item of those whose files are of one session: the first of them. */
  async #joinSessions(ids: readonly number[]): Promise<void> {
    const items = () => this.state.items.filter(({ id, state }) => ids.includes(id) && state === "checking");
    if (items().length < 2) return;
    const sessions = await this.#calls.sessionsOf(items().map(({ file }) => file)).catch(() => []);
    for (const { files, joined } of sessions) {
      const own = items().filter(({ file }) => files.includes(file));
      if (own.length < files.length) continue;
      const [first, ...others] = own.map(({ id }) => id);
      Object.assign(this.#itemOf(first!)!, { file: ref(joined), sources: ref([...files]) });
      this.state.items = this.state.items.filter(({ id }) => !others.includes(id));
    }
  }

  #startChecks(id: number, joined: Promise<void>): void {
    const compared = Promise.all([this.#copies, joined]).then(() => this.#findCopies(id));
    const read = Promise.all([compared, this.#checks]).then(() => this.#read(id));
    this.#copies = compared;
    this.#checks = read;
    this.#steps.set(id, { compared, read });
  }

  /** Takes a file out of the queue, unless it is being sent. */
  remove(id: number): void {
    if (this.#itemOf(id)?.state === "sending") return;
    this.state.items = this.state.items.filter((item) => item.id !== id);
  }

  /** Sends a file in which no sailing was found: its user says that it is sailing. Others that wait are not sent by it. */
  async sendAsSailing(id: number, fields: Fields): Promise<void> {
    const item = this.#itemOf(id);
    if (item?.state !== "refused") return;
    Object.assign(item, { state: "ready", sentence: "", isSailing: true });
    await this.sendAll(fields, [id]);
  }

  /**
   * Sends what is not sent, in order, each when it was compared with what the server has and the engine has read it, or
   * has taken too long; ends with the first that finds no connection, or when the engine has read all that was sent, so
   * that what was lost of a file is known before the page is left. `only`: these alone, and what is added to them meanwhile.
   */
  async sendAll(fields: Fields, only?: readonly number[]): Promise<void> {
    const wanted = this.state.items.filter(({ id, state }) => UNSENT.includes(state) && (only?.includes(id) ?? true));
    this.#waiting.push(...wanted.map(({ id }) => id));
    if (this.state.isSending) return;
    this.state.isSending = true;
    this.#isCancelled = false;
    const cancelled = new Promise<void>((done) => {
      this.#onCancel = done;
    });
    try {
      for (let id = this.#waiting.shift(); id !== undefined; id = this.#waiting.shift()) {
        await this.#steps.get(id)?.compared;
        if (this.#itemOf(id)?.state === "checking")
          await Promise.race([this.#steps.get(id)?.read, pause(CHECK_WAIT_MS)]);
        const item = this.#itemOf(id);
        if (!this.#isCancelled && item && UNSENT.includes(item.state)) await this.#send(item, fields);
      }
      if (!this.#isCancelled) await Promise.race([this.#checks, pause(READ_WAIT_MS), cancelled]);
    } finally {
      this.#waiting.splice(0);
      this.state.isSending = false;
    }
  }

  /** The tracks that were made of a file are one again. */
  joined(id: number, track_id: number): void {
    const item = this.#itemOf(id);
    if (item) Object.assign(item, { track_id, unpacked: null });
  }

  /** The track of files of one session is several again. */
  separated(id: number, tracks: NonNullable<UploadedTrack["archive"]>["tracks"]): void {
    const item = this.#itemOf(id);
    if (item) Object.assign(item, { unpacked: { kind: "files", tracks, remarks: [] } });
  }

  /** Stops sending; what is not sent stays in the queue. */
  cancel(): void {
    this.#isCancelled = true;
    this.#sending?.cancel();
    this.#onCancel();
  }

  clear(): void {
    this.state.items = [];
  }

  #itemOf(id: number): QueueItem | undefined {
    return this.state.items.find((item) => item.id === id);
  }

  #append(file: File, archive: string | null): QueueItem {
    const refusal = this.#calls.refusal(file);
    this.state.items.push({
      id: this.#next_id++,
      file: ref(file),
      sources: ref([file]),
      archive,
      state: refusal ? "refused" : "checking",
      sentence: refusal ?? "",
      no_sailing: null,
      isSailing: false,
      sent_bytes: 0,
      sha256: null,
      finding: null,
      track_id: null,
      unpacked: null,
    });
    return this.state.items.at(-1)!;
  }

  /** Whether the same bytes are in the queue before it, or on the server. */
  async #findCopies(id: number): Promise<void> {
    const item = this.#itemOf(id);
    if (item?.state !== "checking") return;
    const sha256 = await this.#calls.sha256Of(item.file).catch(() => null);
    if (!sha256) return;
    item.sha256 = sha256;
    const twin = this.state.items.find((one) => one.id < item.id && one.sha256 === sha256);
    if (twin) {
      Object.assign(item, { state: "refused", sentence: `This is the same file as ${twin.file.name} above.` });
      return;
    }
    const [known] = await this.#calls.findKnown([{ sha256, bytes: item.file.size }]).catch(() => []);
    if (known) Object.assign(item, { state: "known", track_id: known.track_id });
  }

  async #read(id: number): Promise<void> {
    const item = this.#itemOf(id);
    if (item?.state !== "checking") return;
    const result = await this.#calls.checkFile(item.file).catch(() => null);
    if (result?.isReadable && !isSplit(item)) item.finding = ref(result.finding);
    // It may have been sent meanwhile: then the server says what is wrong with it.
    if (this.#itemOf(id)?.state !== "checking") return;
    if (result?.isReadable === false) Object.assign(item, { state: "refused", sentence: result.sentence });
    else if (result?.no_sailing) refuse(item, result.no_sailing);
    else item.state = "ready";
  }

  async #send(item: QueueItem, fields: Fields): Promise<void> {
    Object.assign(item, { state: "sending", sent_bytes: 0, sentence: "" });
    const { sources: files, isSailing } = item;
    this.#sending = this.#calls.upload({ ...fields, files, ...(isSailing && { is_sailing: true }) }, (bytes) => {
      item.sent_bytes = bytes;
    });
    try {
      const { id, archive = null } = await this.#sending.track;
      Object.assign(item, { state: "stored", track_id: id, unpacked: archive });
      // What was read here is its first recording alone.
      if (isSplit(item)) item.finding = null;
    } catch (cause) {
      if (cause instanceof ApiFailure && cause.code === "no_sailing") {
        const [lead, ...rest] = failureSentence(cause).split(/(?<=\.) /);
        return refuse(item, { lead: lead!, rest: rest.join(" "), kind: "unknown", sport: null });
      }
      const isGivenUp = cause instanceof DOMException;
      Object.assign(item, { state: isGivenUp ? "ready" : "failed", sentence: isGivenUp ? "" : failureSentence(cause) });
      if (isGivenUp || (cause instanceof ApiFailure && cause.status === 0)) this.#isCancelled = true;
    } finally {
      this.#sending = null;
    }
  }
}

function refuse(item: QueueItem, no_sailing: NoSailing): void {
  const sentence = `${no_sailing.lead} ${no_sailing.rest}`.trim();
  Object.assign(item, { state: "refused", sentence, no_sailing });
}

/** Whether the server made several tracks of it. */
export const isSplit = ({ unpacked }: Pick<QueueItem, "unpacked">): boolean => (unpacked?.tracks.length ?? 1) > 1;

/** Whether it holds days or boats, about which there is something to choose. */
export const isDivided = ({ unpacked }: Pick<QueueItem, "unpacked">): boolean =>
  (unpacked?.kind === "days" || unpacked?.kind === "boats") && isSplit({ unpacked });

/** The files of one session of which the server made its track; none for other tracks. */
export const filesOf = ({ unpacked }: Pick<QueueItem, "unpacked">): readonly string[] =>
  unpacked?.tracks.length === 1 ? (unpacked.tracks[0]!.files ?? []) : [];

/** Whether all files were sent and none of them needs a message or a choice. */
export const isAllWell = (items: readonly Pick<QueueItem, "state" | "finding" | "unpacked">[]): boolean =>
  items.length > 0 &&
  items.every(
    ({ state, finding, unpacked }) =>
      state === "stored" &&
      finding?.isWhole !== false &&
      !unpacked?.remarks.length &&
      !isDivided({ unpacked }) &&
      filesOf({ unpacked }).length === 0,
  );

/** How many tracks are stored. */
export const storedTracks = (items: readonly Pick<QueueItem, "state" | "unpacked">[]): number =>
  items
    .filter(({ state }) => state === "stored")
    .reduce((sum, { unpacked }) => sum + (unpacked?.tracks.length ?? 1), 0);

/** Whether nothing is left to be sent. */
export const isAllDone = (items: readonly Pick<QueueItem, "state">[]): boolean =>
  items.length > 0 && items.every(({ state }) => !UNSENT.includes(state) && state !== "sending");

// Uploads one track file and reports its progress.

interface TrackUpload {
  /** One, or those of one session. */
  files: readonly File[];
  boat_name: string;
  permissions: Permission;
  /** Its user says that it is sailing, whatever it looks like. */
  is_sailing?: boolean;
}

interface Sending {
  track: Promise<UploadedTrack>;
  /** Stops sending; the promise is then rejected with an AbortError. */
  cancel: () => void;
}

/** `onSent` receives the number of bytes sent so far; after the last one the server is still checking and storing. */
export function uploadTrack(
  { files, boat_name, permissions, is_sailing }: TrackUpload,
  onSent: (bytes: number) => void,
): Sending {
  const form = new FormData();
  // Fields before the file, so that the server has them when the file begins.
  form.append("boat_name", boat_name);
  form.append("permissions", permissions);
  if (is_sailing) form.append("is_sailing", "true");
  for (const file of files) form.append("file", file);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const { answer, cancel } = sendForm<UploadedTrack>("/tracks/", form, bytes, onSent);
  return { track: answer, cancel };
}

// Which files the user has uploaded before.

export const findKnownFiles = async (files: { sha256: string; bytes: number }[]) =>
  (await call("POST /tracks/known/", { body: { files } })).known;
