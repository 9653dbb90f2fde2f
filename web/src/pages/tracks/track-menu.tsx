import type { Track } from "@leebow/api/contract";
import { Download, Ellipsis, Eye, FileText, Sailboat, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { showFailure } from "../../api/client";
import { sourceAddress } from "../../api/tracks";
import { IconButton } from "../../components/button";
import { Menu, type MenuEntry } from "../../components/menu";
import { usePhone } from "../../look/use-phone";

const TrackDialogs = lazy(() => import("./track-dialogs").then((module) => ({ default: module.TrackDialogs })));

export type OpenDialog = "boat class" | "visibility" | "delete" | null;

/** Actions on a track that the server allows this user. */
export function TrackMenu({ track }: { track: Track }) {
  const phone = usePhone();
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const [opened, setOpened] = useState(false);
  const ask = (what: OpenDialog) => {
    setOpened(true);
    setOpenDialog(what);
  };
  const entries: (MenuEntry | false)[] = [
    phone && track.processing_status === 3 && { label: "Full Report", icon: FileText, to: `/reports/${track.id}` },
    track.can.edit && { label: "Edit Boat Class", icon: Sailboat, onSelect: () => ask("boat class") },
    track.can.change_visibility && { label: "Modify Visibility", icon: Eye, onSelect: () => ask("visibility") },
    track.can.download_source && {
      label: "Download Source",
      icon: Download,
      onSelect: () => void download(track.id),
    },
    track.can.delete && {
      label: "Delete Track",
      icon: Trash2,
      danger: true,
      separated: true,
      onSelect: () => ask("delete"),
    },
  ];
  const shown = entries.filter((entry) => entry !== false);
  if (shown.length === 0) return null;
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${track.full_name}'s track`} />} entries={shown} />
      {opened && (
        <Suspense>
          <TrackDialogs track={track} openDialog={openDialog} onClose={() => setOpenDialog(null)} />
        </Suspense>
      )}
    </>
  );
}

async function download(id: number): Promise<void> {
  try {
    const { url } = await sourceAddress(id);
    const link = document.createElement("a");
    link.href = url;
    link.download = "";
    link.click();
  } catch (cause) {
    showFailure(cause);
  }
}
