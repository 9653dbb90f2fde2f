import type { Race } from "@leebow/api/contract";
import { type ReactNode, useCallback, useState } from "react";
import { lazyClosable } from "../components/lazy-component";
import type { RaceDialog } from "./race-menu";

const RaceDialogs = lazyClosable(() => import("./race-dialogs").then((module) => module.RaceDialogs));

const RaceJournal = lazyClosable(() => import("../journals/race-journal").then((module) => module.RaceJournal));

export type OpenRaceDialog = (race: Race, dialog: RaceDialog) => void;

/**
 * The dialog that is open for a race of a list. Kept by the list's parent: the list's rows are made anew by a search, and
 * when a race gets its start time; the dialog stays open.
 */
export function useRaceDialog(): { open: OpenRaceDialog; dialog: ReactNode } {
  const [shown, setShown] = useState<{ race: Race; dialog: RaceDialog } | null>(null);
  const open = useCallback<OpenRaceDialog>((race, dialog) => setShown({ race, dialog }), []);
  const close = () => setShown(null);
  if (!shown) return { open, dialog: null };
  const { race, dialog } = shown;
  if (dialog === "journal") return { open, dialog: <RaceJournal race={race} onClose={close} /> };
  return { open, dialog: <RaceDialogs race={race} dialog={dialog} onClose={close} /> };
}
