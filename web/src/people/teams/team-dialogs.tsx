import type { Team, TeamMember } from "@leebow/api/contract";
import { Controller, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { fullName, session } from "../../server/session";
import { focusAfterDeletion } from "../../ui/after-press";
import { RadioGroup } from "../../ui/choices";
import { Confirm } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { FormDialog } from "../../ui/forms/form-dialog";
import { fieldOf } from "../../ui/forms/submit-handler";
import {
  useAddMember,
  useChangePermissions,
  useChangeRole,
  useDeleteTeam,
  useLeaveTeam,
  useRemoveMember,
} from "./queries";
import { focusMember, type TeamDialog } from "./team-dialog";
import { UpdateTeam } from "./team-form";

/** The dialogs and questions of the page of a team, fetched with the first of them. */
export function TeamDialogs({ team, dialog, onClose }: { team: Team; dialog: TeamDialog; onClose: () => void }) {
  switch (dialog.kind) {
    case "permissions":
      return <TeamPermissionsDialog team={team} onClose={onClose} />;
    case "update":
      return <UpdateTeam team={team} onClose={onClose} />;
    case "add":
      return <AddAthlete team={team} onClose={onClose} />;
    case "leave":
      return <Leave team={team} onClose={onClose} />;
    case "delete":
      return <Delete team={team} onClose={onClose} />;
    case "demote self":
      return <DemoteSelf team={team} onClose={onClose} />;
    case "remove":
      return <Remove team={team} member={dialog.member} onClose={onClose} />;
  }
}

interface QuestionProps {
  team: Team;
  onClose: () => void;
}

function Leave({ team, onClose }: QuestionProps) {
  const navigate = useNavigate();
  const { mutateAsync: leave } = useLeaveTeam(team.id);
  return (
    <Confirm
      question="Are you sure you want to leave this team?"
      detail="The team no longer sees your private tracks, and you no longer see those of its members. Your tracks stay yours."
      onYes={() => leave().then(() => navigate("/teams"))}
      onClose={onClose}
    />
  );
}

function Delete({ team, onClose }: QuestionProps) {
  const navigate = useNavigate();
  const { mutateAsync: remove } = useDeleteTeam(team.id);
  return (
    <Confirm
      question="Are you sure you want to delete this team? This action cannot be undone."
      detail={`${team.name} is removed for everybody. The accounts and tracks of its members stay.`}
      onYes={() => remove().then(() => navigate("/teams"))}
      onClose={onClose}
    />
  );
}

function DemoteSelf({ team, onClose }: QuestionProps) {
  const { mutateAsync: change } = useChangeRole(team.id);
  const user_id = session.user?.id ?? 0;
  return (
    <Confirm
      question="Are you sure you want to demote yourself? You will lose the ability to make changes."
      onYes={() => change({ user_id, role: "ATHLETE" }).then(() => focusMember(user_id))}
      onClose={onClose}
    />
  );
}

function Remove({ team, member, onClose }: QuestionProps & { member: TeamMember }) {
  const { mutateAsync: remove } = useRemoveMember(team.id);
  return (
    <Confirm
      question={`Remove ${fullName(member)} from this team?`}
      detail="The team no longer sees this person's private tracks. The account and its tracks stay."
      onYes={() => remove(member.id).then(focusAfterDeletion(member.id))}
      onClose={onClose}
    />
  );
}

/** The dialog that adds the person with an e-mail address to the team. An empty entry is ignored. */
function AddAthlete({ team, onClose }: { team: Team; onClose: () => void }) {
  const form = useForm({ defaultValues: { email: "" } });
  const { mutateAsync } = useAddMember(team.id);
  return (
    <FormDialog
      form={form}
      save={async ({ email }) => {
        if (email.trim() !== "") await mutateAsync(email.trim());
      }}
      onClose={onClose}
      title="Add an athlete"
      description="The person needs an account, and is a member at once."
      submit="Add"
    >
      <Field
        label="Enter athlete's email address"
        type="email"
        inputMode="email"
        autoComplete="off"
        {...fieldOf(form, "email")}
      />
    </FormDialog>
  );
}

const CHOICES = [
  { value: "ALL", label: "All Teammates" },
  { value: "COACH_ONLY", label: "Coaches Only" },
] as const;

/** The question who of the team may see the user's own private tracks. */
function TeamPermissionsDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const form = useForm({ defaultValues: { permissions: team.membership.permissions } });
  const { mutateAsync } = useChangePermissions(team.id);
  return (
    <FormDialog
      form={form}
      save={({ permissions }) => mutateAsync(permissions)}
      onClose={onClose}
      title="Team Permissions"
      description="This is about your private tracks. Public ones can be seen by everybody."
      submit="Save"
    >
      <Controller
        control={form.control}
        name="permissions"
        render={({ field: { value, onChange } }) => (
          <RadioGroup
            label="Who can see my tracks on this team?"
            choices={CHOICES}
            value={value}
            onChange={onChange}
            stacked
          />
        )}
      />
    </FormDialog>
  );
}
