import type { Race } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { CopyLink } from "../components/copy-link";
import { Dialog } from "../components/dialog";
import { FieldError } from "../components/field";
import { shareOptions } from "../queries/race-list";
import { raceName } from "./race-names";

interface ShareRaceProps {
  race: Race;
  onClose: () => void;
}

/** The link that shows the race without an account, with a button that copies it. */
export function ShareRace({ race, onClose }: ShareRaceProps) {
  const { data, error } = useQuery(shareOptions(race.id));
  const link = data ? location.origin + data.url : "";
  return (
    <Dialog
      open
      onClose={onClose}
      title="Share Race"
      description={`Anyone with this link can see ${raceName(race)}.`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {error ? (
        <FieldError>{failureSentence(error)}</FieldError>
      ) : (
        <CopyLink label="Link" link={link} placeholder="Making the link" />
      )}
    </Dialog>
  );
}
