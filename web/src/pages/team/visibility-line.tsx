import type { Team } from "@leebow/api/contract";
import { Eye, EyeOff } from "lucide-react";
import { Button } from "../../components/button";
import { Notice } from "../../components/notice";
import styles from "./page.module.css";

const WHO = {
  ALL: "All teammates can see your private tracks.",
  COACH_ONLY: "Only the coaches can see your private tracks.",
} as const;

/**
 * Who of the team sees the user's own private tracks. A new member has to choose before anybody does; coaches change it
 * by Manage Permissions, athletes here.
 */
export function VisibilityLine({ team, onChange }: { team: Team; onChange: () => void }) {
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
