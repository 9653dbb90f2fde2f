import type { Journal } from "@leebow/api/contract";
import { useState } from "react";
import { forgetDraft } from "../../journals/stored-draft";
import type { Unsaved } from "../../journals/unsaved";

export interface OpenForm {
  /** The entry that is changed; null for a new one. */
  entry: Journal | null;
  key: number;
}

/** The form of the page: closed, or open for an entry or a new one. Asks before something written is given up. */
export function useOpenForm(unsaved: Unsaved) {
  const [form, setForm] = useState<OpenForm | null>(null);
  const draft_name = form?.entry ? `entry-${form.entry.id}` : "new";
  const show = (next: { entry: Journal | null } | null) => {
    unsaved.setWritten(false);
    setForm(next && { ...next, key: (form?.key ?? 0) + 1 });
  };
  const giveUp = (then: () => void) =>
    unsaved.leave(() => {
      if (form) forgetDraft(draft_name);
      then();
    });
  return {
    form,
    draft_name,
    open: (entry: Journal | null) => giveUp(() => show({ entry })),
    cancel: () => giveUp(() => show(null)),
    close: () => show(null),
  };
}
