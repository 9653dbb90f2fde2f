import type { Team } from "@leebow/api/contract";
import { Lock, LogOut, Pencil, Trash2 } from "lucide-react";
import { BlockableButton } from "../../components/blockable-button";
import { Button } from "../../components/button";
import { countText } from "../../format/counts";
import { fullName } from "../../stores/session";
import { TeamLogo } from "../../teams/team-logo";
import styles from "./page.module.css";
import { NEEDS_COACH, type TeamDialog } from "./team-dialog";

/** Name and logo of the team, and the actions on the team itself. */
export function TeamHead({ team, onOpen }: { team: Team; onOpen: (dialog: TeamDialog) => void }) {
  const { can, membership, name, logo } = team;
  return (
    <header className={styles.head}>
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
