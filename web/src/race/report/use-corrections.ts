import type { RaceCorrection } from "@leebow/core";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { call } from "../../server/client";
import { failureSentence, shownByForm } from "../../server/failure";
import type { Polled } from "../../server/polling";
import { saveNewest } from "../../server/read";
import type { RaceAddress } from "../race-replay";
import { rebased } from "./corrections";
import { fetchRaceReport, type RaceReportAnswer, reportKey } from "./queries";

/** The corrections of a race while they are edited. */
export interface CorrectionEditing {
  /** The list as the user has made it, saved or not. */
  list: readonly RaceCorrection[];
  /** Stores the list that this makes of the present one. */
  change: (edit: (list: readonly RaceCorrection[]) => RaceCorrection[]) => void;
  /** The same for a form: settles when it is stored, or throws why not and keeps nothing of it. */
  store: (edit: (list: readonly RaceCorrection[]) => RaceCorrection[]) => Promise<void>;
  /** Stores the list before the last change; null when nothing was changed on this page. */
  undo: (() => void) | null;
  isSaving: boolean;
  /** Why the list is not stored; it stays as the user made it. */
  failure: string | null;
  retry: () => void;
  /** Gives up what is not stored. */
  discard: () => void;
}

type List = readonly RaceCorrection[];

const MERGED =
  "Somebody else has changed the corrections of this race in the meantime. Their changes are kept, and yours are added to them.";

/** Stores a list that was made from `base`; where somebody else has stored another one since, both changes are kept. */
const save = (address: RaceAddress, list: List, base: RaceReportAnswer): Promise<RaceReportAnswer> =>
  saveNewest(
    base,
    (newest) =>
      call("PUT /races/{id}/corrections/", {
        params: { id: address.id },
        body: { corrections: newest === base ? [...list] : rebased(list, base.corrections, newest.corrections) },
        if_match: newest.version,
      }),
    () => fetchRaceReport(address),
    MERGED,
  );

/** Changes of a list of corrections, each of which `send` stores, and the way back. */
export function useEdits(list: List, send: (next: List) => void) {
  const [history, setHistory] = useState<readonly List[]>([]);
  const last = history.at(-1);
  const remember = () => setHistory([...history, list]);
  return {
    change: (edit: (list: List) => RaceCorrection[]) => {
      remember();
      send(edit(list));
    },
    remember,
    undo: last
      ? () => {
          setHistory(history.slice(0, -1));
          send(last);
        }
      : null,
    forget: () => setHistory([]),
  };
}

const storedOf = (client: QueryClient, address: RaceAddress) =>
  client.getQueryData<Polled<RaceReportAnswer>>(reportKey(address))?.value;

/**
 * Edits the corrections of a race: each change is sent at once, and the answer is the report computed with it. What
 * could not be saved is kept and can be sent again.
 */
export function useCorrectionEditing(address: RaceAddress, saved: RaceReportAnswer): CorrectionEditing {
  const client = useQueryClient();
  /** Null: the list is the saved one. */
  const [draft, setDraft] = useState<List | null>(null);
  const { mutate, mutateAsync, isPending, error, reset } = useMutation({
    // One after the other: the list that was made last is stored last, and follows the version of the one before.
    scope: { id: `corrections of race ${address.id}` },
    mutationFn: (list: List) => save(address, list, storedOf(client, address) ?? saved),
    onError: shownByForm,
    onSuccess: (answer, sent) => {
      client.setQueryData<Polled<RaceReportAnswer>>(reportKey(address), { value: answer, polls: 0 });
      setDraft((now) => (now === sent ? null : now));
    },
  });
  const list = draft ?? saved.corrections;
  const send = useCallback(
    (next: List) => {
      setDraft(next);
      mutate(next);
    },
    [mutate],
  );
  const { change, remember, undo, forget } = useEdits(list, send);
  return {
    list,
    change,
    store: async (edit) => {
      await mutateAsync(edit(list));
      remember();
      // It holds what an earlier failure left, too.
      setDraft(null);
    },
    undo,
    isSaving: isPending,
    failure: draft && error && !isPending ? failureSentence(error) : null,
    retry: () => mutate(list),
    discard: () => {
      setDraft(null);
      forget();
      reset();
    },
  };
}
