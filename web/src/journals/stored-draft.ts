/** Drafts of entries that are not saved yet, until the tab is closed: they outlive a reload and the end of a session. */
import { session } from "../stores/session";
import type { EntryDraft } from "./entry-draft";

const keyOf = (name: string): string => `leebow.journal-draft.${session.user?.id ?? 0}.${name}`;

export function storedDraft(name: string): EntryDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as EntryDraft | null;
  } catch {
    return null;
  }
}

export function storeDraft(name: string, draft: EntryDraft): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
  } catch {
    // Without sessionStorage a draft lives as long as its form.
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Then none is stored.
  }
}
