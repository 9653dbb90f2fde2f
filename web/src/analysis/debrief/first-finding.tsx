import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { sentence } from "../../format/numbers";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/empty-state";
import { debriefOptions } from "./queries";

interface FirstFindingProps {
  track_id: number;
  wind: { twd_deg: number } | null;
  /** Opens the debrief. */
  onDebrief: () => void;
}

/** What the debrief of a track says first, with the way to it; nothing while it is made, or where it has nothing to say. */
export function FirstFinding({ track_id, wind, onDebrief }: FirstFindingProps) {
  const { data } = useQuery({ ...debriefOptions(track_id, wind?.twd_deg ?? null), meta: { silent: true } });
  const first = data?.findings[0] ?? data?.potentials[0];
  if (!first) return null;
  return (
    <Notice icon={ListChecks} action={<Button onClick={onDebrief}>Open the debrief</Button>}>
      {sentence(first.text)}
    </Notice>
  );
}
