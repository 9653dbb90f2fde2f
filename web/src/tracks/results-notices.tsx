import type { Track } from "@leebow/api/contract";
import { sameBoatSentence } from "@leebow/core";
import { TriangleAlert, Wind } from "lucide-react";
import { notify } from "../server/notices";
import { Button } from "../ui/button";
import { Notice } from "../ui/empty-state";
import { useChangeTrack } from "./track";

/** Why the results that are shown are not of the last change, a sentence; null where they are. */
export const unappliedChange = ({ processing_status, error }: Track): string | null =>
  processing_status === 3 ? error : null;

/** What the results of a track are without: its last change, its wind log. */
export function ResultsNotices({ track }: { track: Track }) {
  const unapplied = unappliedChange(track);
  return (
    <>
      {unapplied && (
        <Notice warn icon={TriangleAlert}>
          {unapplied}
        </Notice>
      )}
      {track.wind_error && (
        <Notice warn icon={Wind}>
          {track.wind_error}
        </Notice>
      )}
      <SameBoat track={track} />
    </>
  );
}

/** That a track is of the same boat as another one, and what can be said of it. Nothing for a boat of its own. */
export function SameBoat({ track: { id, file_name, same_boat } }: { track: Track }) {
  const { mutate, isPending } = useChangeTrack(id);
  if (!same_boat) return null;
  const { file_name: other, apart_m, answer } = same_boat;
  const say = (next: typeof answer) => {
    const sentence =
      next === "two"
        ? `${file_name} is a boat of its own in sums and races.`
        : `${other} is used in sums and races, ${file_name} is not.`;
    const undo = { label: "Undo", run: () => mutate({ same_boat: answer }) };
    mutate({ same_boat: next }, { onSuccess: () => notify.success(sentence, undo) });
  };
  return (
    <div className="small secondary">
      <p>{answer === "two" ? `A boat of its own, beside ${other}.` : sameBoatSentence(other, apart_m)}</p>
      <div className="wrap gap-8 above-6">
        {answer !== "one" && (
          <Button onClick={() => say("one")} disabled={isPending}>
            It is one boat
          </Button>
        )}
        {answer !== "two" && (
          <Button onClick={() => say("two")} disabled={isPending}>
            They are two boats
          </Button>
        )}
      </div>
    </div>
  );
}
