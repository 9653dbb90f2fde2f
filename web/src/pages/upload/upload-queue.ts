/** Files that are checked, sent one after the other, and reported one by one. */
import type { Track } from "@leebow/api/contract";
import { proxy, ref } from "valtio";
import { ApiFailure, failureSentence } from "../../api/failure";
import type { Sending, TrackUpload } from "../../api/upload";
import type { Check, Finding } from "./file-check";

/**
 * checking: it is being read here; ready: it can be sent; refused: it is not sent, for the reason in `sentence`;
 * known: the user has uploaded it before; failed: sending it failed, it can be sent again.
 */
export type ItemState = "checking" | "ready" | "refused" | "known" | "sending" | "stored" | "failed";

export interface QueueItem {
  id: number;
  file: File;
  /** The zip it was in. */
  archive: string | null;
  state: ItemState;
  sentence: string;
  sent_bytes: number;
  sha256: string | null;
  finding: Finding | null;
  /** The track it is, once it is stored or known. */
  track_id: number | null;
}

/** What the queue calls; tests give others. */
export interface QueueCalls {
  recordingsIn: (file: File) => Promise<File[] | null>;
  /** Why a file is not taken, by its name and size; null for one that is. */
  refusal: (file: File) => string | null;
  sha256Of: (file: File) => Promise<string | null>;
  findKnown: (files: { sha256: string; bytes: number }[]) => Promise<{ sha256: string; track_id: number }[]>;
  checkFile: (file: File) => Promise<Check>;
  upload: (upload: TrackUpload, onSent: (bytes: number) => void) => Sending;
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

const UNSENT: readonly ItemState[] = ["checking", "ready", "failed"];

export function createUploadQueue(calls: QueueCalls) {
  const state = proxy<{ items: QueueItem[]; isSending: boolean }>({ items: [], isSending: false });
  let next_id = 1;
  let sending: Sending | null = null;
  let isCancelled = false;
  /** The checks run one after the other: there is one engine. */
  let checks = Promise.resolve();
  const itemOf = (id: number) => state.items.find((item) => item.id === id);

  const append = (file: File, archive: string | null): QueueItem => {
    const refusal = calls.refusal(file);
    state.items.push({
      id: next_id++,
      file: ref(file),
      archive,
      state: refusal ? "refused" : "checking",
      sentence: refusal ?? "",
      sent_bytes: 0,
      sha256: null,
      finding: null,
      track_id: null,
    });
    return state.items.at(-1)!;
  };

  const check = async (id: number): Promise<void> => {
    const item = itemOf(id);
    if (item?.state !== "checking") return;
    await findCopies(item);
    if (item.state !== "checking") return;
    const result = await calls.checkFile(item.file).catch(() => null);
    if (item.state !== "checking") return;
    if (result?.isReadable === false) Object.assign(item, { state: "refused", sentence: result.sentence });
    else Object.assign(item, { state: "ready", finding: result && ref(result.finding) });
  };

  /** Whether the same bytes are in the queue before it, or on the server. */
  const findCopies = async (item: QueueItem): Promise<void> => {
    const sha256 = await calls.sha256Of(item.file).catch(() => null);
    if (!sha256) return;
    item.sha256 = sha256;
    const twin = state.items.find((one) => one.id < item.id && one.sha256 === sha256);
    if (twin) {
      Object.assign(item, {
        state: "refused",
        sentence: `This is the same file as ${twin.file.name}. It is sent once.`,
      });
      return;
    }
    const [known] = await calls.findKnown([{ sha256, bytes: item.file.size }]).catch(() => []);
    if (known) Object.assign(item, { state: "known", track_id: known.track_id });
  };

  const send = async (item: QueueItem, fields: Omit<TrackUpload, "file">): Promise<void> => {
    Object.assign(item, { state: "sending", sent_bytes: 0, sentence: "" });
    sending = calls.upload({ ...fields, file: item.file }, (bytes) => (item.sent_bytes = bytes));
    try {
      const track: Track = await sending.track;
      Object.assign(item, { state: "stored", track_id: track.id });
    } catch (cause) {
      const isGivenUp = cause instanceof DOMException;
      Object.assign(item, { state: isGivenUp ? "ready" : "failed", sentence: isGivenUp ? "" : failureSentence(cause) });
      if (isGivenUp || (cause instanceof ApiFailure && cause.status === 0)) isCancelled = true;
    } finally {
      sending = null;
    }
  };

  return {
    state,

    /** Adds files and checks them; of a zip, every recording in it. */
    async add(files: readonly File[]): Promise<void> {
      for (const file of files) {
        const unpacked = calls.refusal(file) === null ? await calls.recordingsIn(file) : null;
        const items = unpacked ? unpacked.map((one) => append(one, file.name)) : [append(file, null)];
        for (const { id } of items) checks = checks.then(() => check(id));
      }
      await checks;
    },

    remove(id: number): void {
      const item = itemOf(id);
      if (item && item.state !== "sending") state.items = state.items.filter((one) => one.id !== id);
    },

    /** Sends what is not sent, in order, each when its check has ended; ends with the first that finds no connection. */
    async sendAll(fields: Omit<TrackUpload, "file">): Promise<void> {
      if (state.isSending) return;
      state.isSending = true;
      isCancelled = false;
      try {
        for (const id of state.items.filter((item) => UNSENT.includes(item.state)).map((item) => item.id)) {
          if (itemOf(id)?.state === "checking") await checks;
          const item = itemOf(id);
          if (!isCancelled && item && (item.state === "ready" || item.state === "failed")) await send(item, fields);
        }
      } finally {
        state.isSending = false;
      }
    },

    /** Stops sending; what is not sent stays in the queue. */
    cancel(): void {
      isCancelled = true;
      sending?.cancel();
    },

    clear(): void {
      state.items = [];
    },
  };
}

/** Whether everything was sent and nothing is to be told about any file. */
export const isAllWell = (items: readonly Pick<QueueItem, "state" | "finding">[]): boolean =>
  items.length > 0 && items.every(({ state, finding }) => state === "stored" && finding?.isWhole !== false);

/** Whether nothing is left to be sent. */
export const isAllDone = (items: readonly Pick<QueueItem, "state">[]): boolean =>
  items.length > 0 && items.every(({ state }) => !UNSENT.includes(state) && state !== "sending");
