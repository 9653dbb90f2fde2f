import type { Race } from "@leebow/api/contract";
import { Ellipsis, FileText, ListChecks, LogOut, NotebookPen, Pencil, Share2, Trash2 } from "lucide-react";
import { raceName } from "../tracks/race-names";
import { IconButton } from "../ui/button";
import { Menu, type MenuEntry } from "../ui/menu";

export type RaceDialog = "name" | "tracks" | "share" | "journal" | "leave" | "delete";

/**
 * Actions on a race: its coach and administrators change it, any viewer shares it and writes in its journal, and whose track is
 * in it leaves it.
 */
export function RaceMenu({ race, onOpen }: { race: Race; onOpen: (dialog: RaceDialog) => void }) {
  const entries: (MenuEntry | false)[] = [
    race.processing_status === 3 && { label: "Race Report", icon: FileText, to: `/races/${race.id}/report` },
    race.can.edit && { label: "Change Name", icon: Pencil, onSelect: () => onOpen("name") },
    race.can.edit && { label: "Manage Tracks", icon: ListChecks, onSelect: () => onOpen("tracks") },
    { label: "Share Race", icon: Share2, onSelect: () => onOpen("share") },
    { label: "Journal", icon: NotebookPen, onSelect: () => onOpen("journal") },
    race.can.leave && { label: "Leave Race", icon: LogOut, separated: true, onSelect: () => onOpen("leave") },
    race.can.delete && {
      label: "Delete Race",
      icon: Trash2,
      danger: true,
      separated: true,
      onSelect: () => onOpen("delete"),
    },
  ];
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={`More for ${raceName(race)}`} />}
      entries={entries.filter((entry) => entry !== false)}
    />
  );
}
