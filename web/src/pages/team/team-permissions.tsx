import type { Team, TeamPermissions } from "@leebow/api/contract";
import { useState } from "react";
import { Button } from "../../components/button";
import { RadioGroup } from "../../components/choices";
import { Dialog } from "../../components/dialog";
import { useChangePermissions } from "../../queries/teams";
import { notify } from "../../stores/notices";

const CHOICES = [
  { value: "ALL", label: "All Teammates" },
  { value: "COACH_ONLY", label: "Coaches Only" },
] as const;

/** The question who of the team may see the user's own private tracks. */
export function TeamPermissionsDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const [permissions, setPermissions] = useState<TeamPermissions>(team.membership.permissions);
  const { mutate, isPending } = useChangePermissions(team.id);
  const save = () =>
    mutate(permissions, {
      onSuccess: () => {
        notify.success("Permissions have been updated.");
        onClose();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Team Permissions"
      description="This is about your private tracks. Public ones can be seen by everybody."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={isPending} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <RadioGroup
        label="Who can see my tracks on this team?"
        choices={CHOICES}
        value={permissions}
        onChange={setPermissions}
        stacked
      />
    </Dialog>
  );
}
