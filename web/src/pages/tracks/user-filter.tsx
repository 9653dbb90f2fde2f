import type { User } from "@leebow/api/contract";
import { UserRound } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../components/button";
import { Checkbox } from "../../components/choices";
import { Icon } from "../../components/icon";
import { Popover } from "../../components/popover";
import { session } from "../../stores/session";
import { filterTracks, trackFilter } from "../../stores/track-filter";
import styles from "./user-filter.module.css";

interface Sailor {
  id: number;
  name: string;
}

/** The user and the teammates, as choices whose tracks are listed. Not shown to those without a teammate. */
export function UserFilter() {
  const { user } = useSnapshot(session);
  const { filter } = useSnapshot(trackFilter);
  const [open, setOpen] = useState(false);
  const sailors = sailorsOf(user as User | null);
  if (sailors.length < 2 || filter.mode === "mine") return null;
  const chosen = sailors.filter(({ id }) => filter.users.includes(id));
  const [first] = chosen;
  const said = !first ? "Sailors" : chosen.length === 1 ? first.name : `${chosen.length} sailors`;
  const toggle = (id: number, isChosen: boolean) =>
    filterTracks({ users: isChosen ? [...filter.users, id] : filter.users.filter((one) => one !== id) });
  const trigger = (
    <Button className={first ? styles.chosen : styles.trigger} aria-label={`Filter by sailor: ${first ? said : "all"}`}>
      <Icon of={UserRound} />
      <span className={styles.said}>{said}</span>
    </Button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={trigger} label="Filter by sailor">
      <div className={styles.list} role="group" aria-label="Sailors">
        {sailors.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={filter.users.includes(id)}
            onChange={(isChosen) => toggle(id, isChosen)}
          />
        ))}
      </div>
      <div className={styles.foot}>
        <Button disabled={!first} onClick={() => filterTracks({ users: [] })}>
          Show all
        </Button>
      </div>
    </Popover>
  );
}

function sailorsOf(user: User | null): Sailor[] {
  if (!user) return [];
  const mates = user.teammates.filter(({ id }) => id !== user.id);
  const name = (one: { first_name: string; last_name: string }) => `${one.first_name} ${one.last_name}`.trim();
  return [user, ...mates.sort((a, b) => name(a).localeCompare(name(b)))].map((one) => ({
    id: one.id,
    name: name(one),
  }));
}
