import type { Track } from "@leebow/api/contract";
import { Download, Ellipsis, Eye, FileSpreadsheet, FileText, Sailboat, Split, Trash2, Wind } from "lucide-react";
import { useState } from "react";
import { PHONE, useMedia } from "../look/use-media";
import { downloadPoints, downloadSource, downloadSpreadsheet } from "../tracks/downloads";
import { IconButton } from "../ui/button";
import { lazyClosable } from "../ui/lazy-component";
import { Menu, type MenuEntry } from "../ui/menu";

const TrackDialogs = lazyClosable(() => import("./track-dialogs").then((module) => module.TrackDialogs));
const AttachWindFile = lazyClosable(() =>
  import("../wind-log/attach-wind-file").then((module) => module.AttachWindFile),
);

export type TrackDialog = "boat class" | "visibility" | "several" | "delete";

/** Actions on a track that the server allows this user. */
export function TrackMenu({ track }: { track: Track }) {
  const [open, setOpen] = useState<TrackDialog | "wind file" | null>(null);
  const entries = useEntries(track, setOpen);
  const close = () => setOpen(null);
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${track.full_name}'s track`} />} entries={entries} />
      {open === "wind file" && <AttachWindFile track={track} onClose={close} />}
      {open && open !== "wind file" && <TrackDialogs track={track} dialog={open} onClose={close} />}
    </>
  );
}

function useEntries(track: Track, open: (dialog: TrackDialog | "wind file") => void): MenuEntry[] {
  const phone = useMedia(PHONE);
  const { can } = track;
  const entries: (MenuEntry | false)[] = [
    phone && track.processing_status === 3 && { label: "Full Report", icon: FileText, to: `/reports/${track.id}` },
    can.edit && { label: "Attach Wind File", icon: Wind, onSelect: () => open("wind file") },
    can.edit && { label: "Edit Boat Class", icon: Sailboat, onSelect: () => open("boat class") },
    { label: "All Trackpoint Data (CSV)", icon: FileText, onSelect: () => void downloadPoints(track.id) },
    { label: "Spreadsheet Report", icon: FileSpreadsheet, onSelect: () => void downloadSpreadsheet(track) },
    can.change_visibility && { label: "Modify Visibility", icon: Eye, onSelect: () => open("visibility") },
    can.download_source && {
      label: "Download Source",
      icon: Download,
      onSelect: () => void downloadSource(track.id),
    },
    can.delete && track.joined_files > 1 && { label: "Keep as Several", icon: Split, onSelect: () => open("several") },
    can.delete && {
      label: "Delete Track",
      icon: Trash2,
      danger: true,
      separated: true,
      onSelect: () => open("delete"),
    },
  ];
  return entries.filter((entry) => entry !== false);
}
