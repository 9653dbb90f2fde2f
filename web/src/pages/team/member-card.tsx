import type { Team, TeamMember, TeamRole } from "@leebow/api/contract";
import { Ellipsis, Plus, TrendingDown, TrendingUp, UserMinus } from "lucide-react";
import { useSnapshot } from "valtio";
import { Avatar } from "../../components/avatar";
import { Badge } from "../../components/badge";
import { BlockableButton } from "../../components/blockable-button";
import { Button, IconButton } from "../../components/button";
import { Menu } from "../../components/menu";
import { PHONE, useMedia } from "../../look/use-media";
import { useChangeRole } from "../../queries/teams";
import { notify } from "../../stores/notices";
import { fullName, session } from "../../stores/session";
import { focusMember } from "./focus-member";
import styles from "./page.module.css";
import { MIN_COACHES, NEEDS_COACH, type TeamDialog } from "./team-dialog";

interface MemberCardProps {
  team: Team;
  /** The role of the listed members. */
  as: TeamRole;
  onOpen: (dialog: TeamDialog) => void;
}

/** The coaches or the athletes of a team. */
export function MemberCard({ team, as: role, onOpen }: MemberCardProps) {
  const [title, members] = role === "COACH" ? ["Coaches", team.coaches] : ["Athletes", team.athletes];
  const { manage_members } = team.can;
  const id = `members-${role}`;
  return (
    <section className={`card ${styles.card}`} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id} className="grow">
          {title}
        </h2>
        {role === "ATHLETE" && manage_members && (
          <Button kind="primary" icon={Plus} onClick={() => onOpen({ kind: "add" })}>
            Add
          </Button>
        )}
      </div>
      {members.length === 0 && <NoAthletes canAdd={manage_members} />}
      <ul>
        {members.map((member) => (
          <MemberRow key={member.id} team={team} member={member} as={role} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

const NoAthletes = ({ canAdd }: { canAdd: boolean }) => (
  <p className={styles.none}>
    This team has no athletes yet.{canAdd && " Add them by the email addresses of their accounts."}
  </p>
);

function MemberRow({ team, member, as: role, onOpen }: MemberCardProps & { member: TeamMember }) {
  const { user } = useSnapshot(session);
  const name = fullName(member);
  return (
    <li className={styles.member} data-row-link data-row={member.id} tabIndex={-1} aria-label={name}>
      <Avatar name={name} image={member.profile_img} />
      <div className={styles.who}>
        <span className={styles.full}>
          <b className="truncate" title={name}>
            {name}
          </b>
          {member.id === user?.id && <Badge tone="line">You</Badge>}
          {member.pending && <Badge hint="This person has not confirmed the email address yet">Pending</Badge>}
          {member.id === team.created_by && <Badge>Created the team</Badge>}
        </span>
        <span className={`${styles.email} truncate`} title={member.email}>
          {member.email}
        </span>
      </div>
      {team.can.manage_members && <MemberActions team={team} member={member} as={role} onOpen={onOpen} />}
    </li>
  );
}

/** Buttons at the end of the row; on a phone a menu. */
function MemberActions({ team, member, as: role, onOpen }: MemberCardProps & { member: TeamMember }) {
  const phone = useMedia(PHONE);
  const { user } = useSnapshot(session);
  const { mutate, isPending } = useChangeRole(team.id);
  const isSelf = member.id === user?.id;
  const name = fullName(member);
  // A pending coach does not act as one.
  const acting = team.coaches.filter(({ pending }) => !pending).length;
  const blocked = role === "COACH" && !member.pending && acting < MIN_COACHES ? NEEDS_COACH : null;
  const change = role === "COACH" ? "Demote" : "Promote";
  const changeRole = () => {
    if (role === "COACH" && isSelf) return onOpen({ kind: "demote self" });
    mutate(
      { user_id: member.id, role: role === "COACH" ? "ATHLETE" : "COACH" },
      {
        onSuccess: () => {
          notify.success("Team member role updated.");
          focusMember(member.id);
        },
      },
    );
  };
  // Who removes himself leaves the team.
  const remove = () => onOpen(isSelf ? { kind: "leave" } : { kind: "remove", member });
  if (!phone)
    return (
      <div className={styles.rowActions}>
        <BlockableButton
          kind="quiet"
          blocked={blocked}
          busy={isPending}
          aria-label={`${change} ${name}`}
          onClick={changeRole}
        >
          {change}
        </BlockableButton>
        <BlockableButton kind="quiet" blocked={blocked} aria-label={`Remove ${name}`} onClick={remove}>
          Remove
        </BlockableButton>
      </div>
    );
  const icon = role === "COACH" ? TrendingDown : TrendingUp;
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />}
      entries={[
        { label: change, icon, blocked, onSelect: changeRole },
        { label: "Remove", icon: UserMinus, blocked, danger: true, onSelect: remove },
      ]}
    />
  );
}
