import type { AdminUser, UserGroup, UserSort } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type Ref, useState } from "react";
import { failureSentence } from "../api/failure";
import { IconButton } from "../components/button";
import { SearchField } from "../components/field";
import { Icon } from "../components/icon";
import { Segments } from "../components/segments";
import { Skeleton } from "../components/skeleton";
import { usersOptions } from "../queries/admin";
import styles from "./cards.module.css";
import { UserRow } from "./user-row";

const GROUPS = [
  { value: "all", label: "All" },
  { value: "athletes", label: "Athletes" },
  { value: "coaches", label: "Coaches" },
  { value: "disabled", label: "Disabled" },
] as const;

interface Sorting {
  sort: UserSort;
  order: "asc" | "desc";
}

/** The accounts: searched while typing, sorted by a click on a head, changed in their rows. */
export function UsersCard({ searchRef }: { searchRef: Ref<HTMLInputElement> }) {
  const [search, setSearch] = useState("");
  const [group, setGroup] = useState<UserGroup>("all");
  const [sorting, setSorting] = useState<Sorting>({ sort: "last_seen", order: "desc" });
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(usersOptions({ ...(search && { search }), group, ...sorting, page }));
  const onFirstPage =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setPage(1);
    };
  return (
    <section className="card" aria-labelledby="admin-users">
      <div className={styles.head}>
        <h2 id="admin-users">Users</h2>
        <span className="caption" role="status">
          {data?.count.toLocaleString("en-GB")}
        </span>
        <span className="grow" />
        <SearchField
          ref={searchRef}
          label="Search name or email"
          region="Accounts"
          placeholder="Search name or email"
          value={search}
          onChange={onFirstPage(setSearch)}
          className={styles.search}
        />
        <Segments<UserGroup>
          label="Group"
          className={styles.segments}
          choices={GROUPS}
          value={group}
          onChange={onFirstPage(setGroup)}
        />
      </div>
      {!data && error && <p className={styles.nothing}>{failureSentence(error)}</p>}
      {!data && !error && <Loading />}
      {data && data.count === 0 && <p className={styles.nothing}>No account fits this search.</p>}
      {data && data.count > 0 && <UserTable users={data.results} sorting={sorting} onSort={onFirstPage(setSorting)} />}
      {data && data.count > data.page_size && (
        <Pages {...data} shown={data.results.length} onPage={setPage} what="users" />
      )}
    </section>
  );
}

interface TableProps {
  users: readonly AdminUser[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

function UserTable({ users, sorting, onSort }: TableProps) {
  const head = { sorting, onSort };
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">Users</caption>
        <thead>
          <tr>
            <Head {...head} sort="name" title="Name" />
            <Head {...head} sort="role" title="Role" className={styles.desk} />
            <Head {...head} sort="last_seen" title="Last seen" className={styles.desk} />
            <Head {...head} sort="tracks" title="Tracks" className={`${styles.number} ${styles.desk}`} />
            <Head {...head} sort="storage" title="Storage" className={styles.number} />
            <th scope="col" className={styles.desk}>
              <span className="visually-hidden">Share of the quota</span>
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          {users.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Arrow keys on a row go to the next one. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const row = event.target;
  if (!(row instanceof HTMLTableRowElement)) return;
  const next = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  if (next instanceof HTMLElement) next.focus();
}

interface HeadProps extends Pick<TableProps, "sorting" | "onSort"> {
  sort: UserSort;
  title: string;
  className?: string | undefined;
}

function Head({ sort, title, sorting, onSort, className }: HeadProps) {
  const is_sorted = sorting.sort === sort;
  const is_descending = sorting.order === "desc";
  const first = sort === "name" || sort === "role" ? "asc" : "desc";
  return (
    <th
      scope="col"
      className={className}
      aria-sort={is_sorted ? (is_descending ? "descending" : "ascending") : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ sort, order: is_sorted ? (is_descending ? "asc" : "desc") : first })}
      >
        {title}
        {is_sorted && <Icon of={is_descending ? ArrowDown : ArrowUp} size={12} />}
      </button>
    </th>
  );
}

interface PagesProps {
  count: number;
  page: number;
  page_size: number;
  shown: number;
  what: string;
  onPage: (page: number) => void;
}

/** "1 to 20 of 214", and the buttons to the pages beside it. */
export function Pages({ count, page, page_size, shown, what, onPage }: PagesProps) {
  const first = (page - 1) * page_size;
  return (
    <div className={styles.foot}>
      <span className="small secondary grow">
        {first + 1} to {first + shown} of {count.toLocaleString("en-GB")}
      </span>
      <IconButton
        icon={ChevronLeft}
        label={`Page of ${what} before`}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        icon={ChevronRight}
        label={`Next page of ${what}`}
        kind="outline"
        disabled={first + shown >= count}
        onClick={() => onPage(page + 1)}
      />
    </div>
  );
}

const Loading = () => (
  <div className={styles.loading} role="status" aria-label="Loading the users">
    {[0, 1, 2, 3].map((at) => (
      <Skeleton key={at} height={24} />
    ))}
  </div>
);
