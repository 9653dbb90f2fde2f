import { type Journal, LIMITS } from "@leebow/api/contract";
import { useEffect, useRef, useState } from "react";
import { uploadPhoto } from "../api/photo-upload";
import { PhotoFault, shrinkPhoto } from "./shrink-photo";

/** A photo that is chosen and not sent yet. */
export interface ChosenPhoto {
  key: number;
  photo: Blob;
  /** Address of the picture while the form is open. */
  url: string;
}

/** What is being done with photos. */
export type PhotoWork = { label: string; done: number | null } | null;

export interface Photos {
  chosen: readonly ChosenPhoto[];
  work: PhotoWork;
  /** Why files were not taken. */
  errors: readonly string[];
  add: (files: readonly File[]) => void;
  remove: (key: number) => void;
  /** Sends the chosen photos one by one; those that are stored are no longer chosen. Throws what the server refused. */
  send: (entry_id: number, onStored: (entry: Journal) => void) => Promise<void>;
}

const TOO_MANY = `An entry has at most ${LIMITS.journal_photos} photos. Delete one first.`;

let last_key = 0;

/** The photos of a form beside the `stored` ones of its entry: chosen, dropped or pasted, then sent when it is saved. */
export function usePhotos(stored: number): Photos {
  const [chosen, setChosen] = useState<readonly ChosenPhoto[]>([]);
  const [work, setWork] = useState<PhotoWork>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const urls = useRef<string[]>([]);
  useEffect(() => () => urls.current.forEach(URL.revokeObjectURL), []);

  const add = async (files: readonly File[]) => {
    const room = LIMITS.journal_photos - stored - chosen.length;
    const faults: string[] = files.length > room ? [TOO_MANY] : [];
    const taken = files.slice(0, Math.max(0, room));
    // One after the other: each takes the memory of its pixels.
    for (const [at, file] of taken.entries()) {
      setWork({ label: counted("Reducing photo", at, taken.length), done: at / taken.length });
      try {
        const photo = await shrinkPhoto(file);
        const url = URL.createObjectURL(photo);
        urls.current.push(url);
        const one = { key: ++last_key, photo, url };
        setChosen((before) => [...before, one]);
      } catch (cause) {
        if (!(cause instanceof PhotoFault)) throw cause;
        faults.push(cause.message);
      }
    }
    setErrors(faults);
    setWork(null);
  };

  const send: Photos["send"] = async (entry_id, onStored) => {
    try {
      for (const [at, { key, photo }] of chosen.entries()) {
        const label = counted("Sending photo", at, chosen.length);
        const onSent = (bytes: number) => setWork({ label, done: (at + bytes / photo.size) / chosen.length });
        onSent(0);
        onStored(await uploadPhoto(entry_id, photo, onSent).answer);
        setChosen((before) => before.filter((one) => one.key !== key));
      }
    } finally {
      setWork(null);
    }
  };

  const remove = (key: number) => {
    setChosen((before) => before.filter((one) => one.key !== key));
    setErrors([]);
  };
  return { chosen, work, errors, add: (files) => void add(files), remove, send };
}

const counted = (what: string, at: number, count: number): string =>
  count === 1 ? what : `${what} ${at + 1} of ${count}`;
