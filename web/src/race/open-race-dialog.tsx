import type { Race } from "@leebow/api/contract";
import { Plus } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { useUser } from "../server/session";
import { mayCreateRace } from "../tracks/race-names";
import { Button } from "../ui/button";
import { lazyClosable } from "../ui/lazy-component";
import type { RaceDialog } from "./race-menu";

const RaceDialogs = lazyClosable(() => import("./race-dialogs").then((module) => module.RaceDialogs));

const RaceJournal = lazyClosable(() => import("../journal/journal-dialog").then((module) => module.RaceJournal));

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

const NewRace = lazyClosable(() => import("./new-race").then((module) => module.NewRace));

/** For those who may make races. */
export function NewRaceButton({ kind }: { kind: "primary" | "outline" }) {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  if (!user || !mayCreateRace(user)) return null;
  return (
    <>
      <Button kind={kind} icon={Plus} onClick={() => setOpen(true)}>
        New Race
      </Button>
      {isOpen && <NewRace onClose={() => setOpen(false)} />}
    </>
  );
}
