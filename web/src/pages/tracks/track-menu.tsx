import type { Track } from "@leebow/api/contract";
import { Download, Ellipsis, Eye, FileText, Sailboat, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useSnapshot } from "valtio";
import { sayFailure } from "../../api/client";
import { sourceAddress } from "../../api/tracks";
import { IconButton } from "../../components/button";
import { Menu, type MenuEntry } from "../../components/menu";
import { usePhone } from "../../look/use-phone";
import { session } from "../../stores/session";
import { canChangeVisibility, canDownloadSource, canEdit } from "../../tracks/policy";

const TrackDialogs = lazy(() => import("./track-dialogs").then((module) => ({ default: module.TrackDialogs })));

export type Asked = "boat class" | "visibility" | "delete" | null;

/** What can be done with a track, for this user, now. */
export function TrackMenu({ track }: { track: Track }) {
  const { user } = useSnapshot(session);
  const phone = usePhone();
  const [asked, setAsked] = useState<Asked>(null);
  const [opened, setOpened] = useState(false);
  if (!user) return null;
  const ask = (what: Asked) => {
    setOpened(true);
    setAsked(what);
  };
  const entries: (MenuEntry | false)[] = [
    phone && track.processing_status === 3 && { label: "Full Report", icon: FileText, to: `/reports/${track.id}` },
    canEdit(user, track) && { label: "Edit Boat Class", icon: Sailboat, onSelect: () => ask("boat class") },
    canChangeVisibility(user, track) && { label: "Modify Visibility", icon: Eye, onSelect: () => ask("visibility") },
    canDownloadSource(user, track) && {
      label: "Download Source",
      icon: Download,
      onSelect: () => void download(track.id),
    },
    canEdit(user, track) && {
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
          <TrackDialogs track={track} asked={asked} onClose={() => setAsked(null)} />
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
    sayFailure(cause);
  }
}
