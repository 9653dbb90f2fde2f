import type { Team, TeamMember, TeamRole } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import {
  Ellipsis,
  Eye,
  EyeOff,
  Lock,
  LogOut,
  Pencil,
  Plus,
  Trash2,
  TrendingDown,
  TrendingUp,
  UserMinus,
} from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { countText } from "../../format/numbers";
import { PHONE, useMedia } from "../../look/use-media";
import { fullName, useUser } from "../../server/session";
import { Avatar } from "../../ui/avatar";
import { BlockableButton, Button, ButtonLink, IconButton } from "../../ui/button";
import { Async, Loading, Notice, Skeleton } from "../../ui/empty-state";
import { lazyClosable } from "../../ui/lazy-component";
import { Badge } from "../../ui/marks";
import { Menu } from "../../ui/menu";
import { useTitle } from "../../ui/title";
import { teamOptions, useChangeRole } from "./queries";
import { focusMember, MIN_COACHES, NEEDS_COACH, type TeamDialog } from "./team-dialog";
import { TeamLogo } from "./team-logo";
import styles from "./team-page.module.css";

const TeamDialogs = lazyClosable(async () => (await import("./team-dialogs")).TeamDialogs);

/** One team: its coaches and athletes, and what the user may do with it. */
export function Page() {
  const id = Number(useParams().team_id);
  const query = useQuery(teamOptions(id));
  useTitle(query.data?.name ?? "Team");
  return (
    <main className="page">
      {!query.data && <h1 className="visually-hidden">Team</h1>}
      <Async
        query={query}
        title="This team could not be shown"
        way={<ButtonLink to="/teams">Your teams</ButtonLink>}
        loading={<LoadingTeam />}
      >
        {(team) => <TeamView key={team.id} team={team} />}
      </Async>
    </main>
  );
}

function TeamView({ team }: { team: Team }) {
  const [dialog, setDialog] = useState<TeamDialog | null>(null);
  return (
    <>
      <TeamHead team={team} onOpen={setDialog} />
      <VisibilityLine team={team} onChange={() => setDialog({ kind: "permissions" })} />
      <MemberCard team={team} as="COACH" onOpen={setDialog} />
      <MemberCard team={team} as="ATHLETE" onOpen={setDialog} />
      {dialog && <TeamDialogs team={team} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

const LoadingTeam = () => (
  <Loading what="the team" heights={[140, 240]} className="grid gap-16">
    <div className="row">
      <Skeleton width={56} height={56} />
      <Skeleton width={220} height={20} />
    </div>
  </Loading>
);

/** Name and logo of the team, and the actions on the team itself. */
function TeamHead({ team, onOpen }: { team: Team; onOpen: (dialog: TeamDialog) => void }) {
  const { can, membership, name, logo } = team;
  return (
    <header className="row wrap gap-12">
      <TeamLogo logo={logo} size="large" />
      <div className={styles.name}>
        <h1 className="title">{name}</h1>
        <p className="small secondary">{summaryOf(team)}</p>
      </div>
      <div className={styles.actions}>
        {membership.role === "COACH" && (
          <Button icon={Lock} onClick={() => onOpen({ kind: "permissions" })}>
            Manage Permissions
          </Button>
        )}
        {can.edit && (
          <Button icon={Pencil} onClick={() => onOpen({ kind: "update" })}>
            Update Team
          </Button>
        )}
        <BlockableButton
          icon={LogOut}
          blocked={can.leave ? null : NEEDS_COACH}
          onClick={() => onOpen({ kind: "leave" })}
        >
          Leave Team
        </BlockableButton>
        {can.delete && (
          <Button kind="danger" icon={Trash2} onClick={() => onOpen({ kind: "delete" })}>
            Delete Team
          </Button>
        )}
      </div>
    </header>
  );
}

/** "2 coaches, 6 athletes. Created by Ana Ferrandis." */
function summaryOf({ coaches, athletes, created_by }: Team): string {
  const counts = `${countText(coaches.length, "coach", "coaches")}, ${countText(athletes.length, "athlete")}.`;
  const creator = [...coaches, ...athletes].find(({ id }) => id === created_by);
  return creator ? `${counts} Created by ${fullName(creator)}.` : counts;
}

interface MemberCardProps {
  team: Team;
  /** The role of the listed members. */
  as: TeamRole;
  onOpen: (dialog: TeamDialog) => void;
}

/** The coaches or the athletes of a team. */
function MemberCard({ team, as: role, onOpen }: MemberCardProps) {
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
  const user = useUser();
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
  const user = useUser();
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
      { onSuccess: () => focusMember(member.id) },
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

const WHO = {
  ALL: "All teammates can see your private tracks.",
  COACH_ONLY: "Only the coaches can see your private tracks.",
} as const;

/**
 * Who of the team sees the user's own private tracks. A new member has to choose before anybody does; coaches change it
 * by Manage Permissions, athletes here.
 */
function VisibilityLine({ team, onChange }: { team: Team; onChange: () => void }) {
  const { accepted, permissions, role } = team.membership;
  if (accepted && role === "COACH") return null;
  return (
    <div className={`card ${styles.line}`}>
      <Notice
        icon={accepted ? Eye : EyeOff}
        warn={!accepted}
        action={<Button onClick={onChange}>{accepted ? "Change" : "Choose"}</Button>}
      >
        {accepted ? WHO[permissions] : "Your private tracks are not shown to this team yet. Choose who can see them."}
      </Notice>
    </div>
  );
}
