/** Sends one photo of a journal entry and reports its progress. */
import type { Journal } from "@leebow/api/contract";
import { type SendingOf, sendForm } from "./send-form";

export function uploadPhoto(journal: number, photo: Blob, onSent: (bytes: number) => void): SendingOf<Journal> {
  const form = new FormData();
  form.append("file", photo, "photo.jpg");
  return sendForm(`/journals/${journal}/photo/`, form, photo.size, onSent);
}
