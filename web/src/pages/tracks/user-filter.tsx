import type { TrackPage, User } from "@leebow/api/contract";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../components/button";
import { Checkbox } from "../../components/choices";
import { SearchField } from "../../components/field";
import { Icon } from "../../components/icon";
import { Popover } from "../../components/popover";
import { TRACKS } from "../../queries/cached-tracks";
import { session } from "../../stores/session";
import { filterTracks, trackFilter } from "../../stores/track-filter";
import styles from "./user-filter.module.css";

/** More sailors than this can be searched. *guess*: what the list shows without scrolling. */
const FEW = 9;

interface Sailor {
  id: number;
  name: string;
}

/**
 * The user and the teammates, as choices whose tracks are listed; of All Tracks the sailors listed so far, too. Not
 * shown to those without a teammate.
 */
export function UserFilter() {
  const { user } = useSnapshot(session);
  const { filter } = useSnapshot(trackFilter);
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const listed = filter.mode === "all" ? sailorsListed(client) : [];
  const sailors = sailorsOf(user as User | null, listed);
  if (filter.mode === "mine" || (sailors.length < 2 && filter.mode !== "all")) return null;
  const chosen = sailors.filter(({ id }) => filter.users.includes(id));
  const [first] = chosen;
  const text = !first ? "All sailors" : chosen.length === 1 ? first.name : `${chosen.length} sailors`;
  const trigger = (
    <Button
      className={first ? styles.chosen : styles.trigger}
      aria-label={`Filter by sailor: ${first ? text : "all sailors"}`}
    >
      <Icon of={UserRound} />
      <span className={styles.text}>{text}</span>
    </Button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={trigger} label="Filter by sailor">
      <Choices sailors={sailors} />
      <div className={styles.foot}>
        {filter.mode === "all" && (
          <p className="caption">The sailors of the tracks listed so far. Search a name in the list to find others.</p>
        )}
        <Button disabled={!first} onClick={() => filterTracks({ users: [] })}>
          Show all
        </Button>
      </div>
    </Popover>
  );
}

function Choices({ sailors }: { sailors: readonly Sailor[] }) {
  const { users } = useSnapshot(trackFilter).filter;
  const [typed, setTyped] = useState("");
  const words = typed.trim().toLowerCase();
  const shown = sailors.filter(({ id, name }) => users.includes(id) || name.toLowerCase().includes(words));
  const toggle = (id: number, isChosen: boolean) =>
    filterTracks({ users: isChosen ? [...users, id] : users.filter((one) => one !== id) });
  return (
    <>
      {sailors.length > FEW && (
        <SearchField
          label="Search sailors"
          region="Sailors by name"
          placeholder="Search a name"
          value={typed}
          onChange={setTyped}
          className={styles.search}
        />
      )}
      <div className={styles.list} role="group" aria-label="Sailors">
        {shown.map(({ id, name }) => (
          <Checkbox key={id} label={name} checked={users.includes(id)} onChange={(isChosen) => toggle(id, isChosen)} />
        ))}
        {shown.length === 0 && <p className="small quiet">No sailor of this name.</p>}
      </div>
    </>
  );
}

/** The owners of all tracks that were listed. */
function sailorsListed(client: QueryClient): Sailor[] {
  const pages = client
    .getQueriesData<{ pages: TrackPage[] }>({ queryKey: TRACKS.key })
    .flatMap(([, data]) => data?.pages ?? []);
  return pages.flatMap(({ results }) => results.map(({ user, full_name }) => ({ id: user, name: full_name })));
}

/** The user first, then the others by name, each once. */
function sailorsOf(user: User | null, listed: readonly Sailor[]): Sailor[] {
  if (!user) return [];
  const name = (one: { first_name: string; last_name: string }) => `${one.first_name} ${one.last_name}`.trim();
  const mates = user.teammates.map((one) => ({ id: one.id, name: name(one) }));
  const others = new Map([...listed, ...mates].map(({ id, name }) => [id, name]));
  others.delete(user.id);
  const byName = [...others].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
  return [{ id: user.id, name: name(user) }, ...byName];
}
