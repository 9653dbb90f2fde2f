import type { Race } from "@leebow/api/contract";
import { raceName } from "../tracks/race-names";
import { Confirm } from "../ui/dialog";
import { useLeaveRace } from "./queries";

interface LeaveRaceProps {
  race: Race;
  onClose: () => void;
  /** Called when the own tracks are out of the race. */
  onLeft?: (() => void) | undefined;
}

/** The question before the own tracks are taken out of a race of somebody else. */
export function LeaveRace({ race, onClose, onLeft }: LeaveRaceProps) {
  const { mutateAsync: leave } = useLeaveRace(race);
  return (
    <Confirm
      question="Leave Race"
      detail={`Take your tracks out of ${raceName(race)}? They stay in your track list, but cannot be put into this race again.`}
      onYes={() => leave().then(onLeft, () => false)}
      onClose={onClose}
    />
  );
}
