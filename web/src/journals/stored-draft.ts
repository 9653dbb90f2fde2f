/** Drafts of entries that are not saved yet, until the tab is closed: they outlive a reload and the end of a session. */
import { session } from "../stores/session";
import { readStored, writeStored } from "../stores/stored";
import type { EntryDraft } from "./entry-draft";

const keyOf = (name: string): string => `leebow.journal-draft.${session.user?.id ?? 0}.${name}`;

export const storedDraft = (name: string): EntryDraft | null =>
  readStored(keyOf(name), "sessionStorage") as EntryDraft | null;

export const storeDraft = (name: string, draft: EntryDraft): void => writeStored(keyOf(name), draft, "sessionStorage");

export const forgetDraft = (name: string): void => writeStored(keyOf(name), null, "sessionStorage");
