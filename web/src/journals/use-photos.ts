import { type Journal, LIMITS } from "@leebow/api/contract";
import { useEffect, useReducer, useRef, useState } from "react";
import { uploadPhoto } from "../api/photo-upload";
import { type ChosenPhoto, PhotoQueue, type PhotoWork } from "./photo-queue";
import { shrinkPhoto } from "./shrink-photo";

export interface Photos {
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
export function usePhotos(stored: number): Photos {
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
