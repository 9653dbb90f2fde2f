import type { Team, User } from "@leebow/api/contract";
import { Select } from "../components/select";
import { canViewAs, type Sailor } from "./people";
import styles from "./view-as.module.css";

type Chosen = { user: number | null } | { team: number };

interface ViewAsProps {
  user: User;
  /** Who can be viewed; the user first. */
  sailors: readonly Sailor[];
  teams?: readonly Pick<Team, "id" | "name">[];
  /** Null: the user. */
  person: number | null;
  team?: number | null;
  onChange: (whose: Chosen) => void;
}

/** Whose figures are shown, for those who may view those of others. */
export function ViewAs({ user, sailors, teams = [], person, team = null, onChange }: ViewAsProps) {
  if (!canViewAs(user)) return null;
  const choose = (next: string) => {
    const [kind, id] = [next[0], Number(next.slice(1))];
    if (kind === "t") onChange({ team: id });
    else onChange({ user: id === user.id ? null : id });
  };
  return (
    <div className={styles.named}>
      <span className="small secondary" aria-hidden="true">
        View As
      </span>
      <Select
        bare
        label="View As"
        className={styles.person}
        choices={[
          ...sailors.slice(0, 1).map(({ id, name }) => ({ value: `p${id}`, label: name })),
          ...teams.map(({ id, name }) => ({ value: `t${id}`, label: `Team ${name}` })),
          ...sailors.slice(1).map(({ id, name }) => ({ value: `p${id}`, label: name })),
        ]}
        value={team === null ? `p${person ?? user.id}` : `t${team}`}
        onChange={choose}
      />
    </div>
  );
}
