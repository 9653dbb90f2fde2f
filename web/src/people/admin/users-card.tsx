import type { AdminUser, ChangeUser, UserGroup, UserSort } from "@leebow/api/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, Ellipsis, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import { type UseFormRegisterReturn, useForm } from "react-hook-form";
import { countText, GB } from "../../format/numbers";
import { showFailure } from "../../server/client";
import { shownByForm } from "../../server/failure";
import { fullName } from "../../server/session";
import { Avatar } from "../../ui/avatar";
import { Button, IconButton } from "../../ui/button";
import { Card } from "../../ui/card";
import { Segments } from "../../ui/choices";
import { Async, Loading } from "../../ui/empty-state";
import { Field, SearchField } from "../../ui/field";
import { FormDialog } from "../../ui/forms/form-dialog";
import { fieldOf } from "../../ui/forms/submit-handler";
import { Icon } from "../../ui/icon";
import { Badge } from "../../ui/marks";
import { Menu, type MenuEntry } from "../../ui/menu";
import { Select } from "../../ui/select";
import styles from "./cards.module.css";
import { useChangeUser, usersOptions, useSendReset } from "./queries";
import { dayText } from "./when";

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
  const query = useQuery(usersOptions({ ...(search && { search }), group, ...sorting, page }));
  const onFirstPage =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setPage(1);
    };
  return (
    <Card
      title="Users"
      help={
        <span className="caption" role="status">
          {query.data?.count.toLocaleString("en-GB")}
        </span>
      }
      aside={
        <>
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
        </>
      }
    >
      <Pages
        query={query}
        what="users"
        loading={<Loading what="the users" heights={[24, 24, 24, 24]} className="grid gap-16 inset" />}
        none="No account fits this search."
        onPage={setPage}
      >
        {(users) => <UserTable users={users} sorting={sorting} onSort={onFirstPage(setSorting)} />}
      </Pages>
    </Card>
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
            <Head {...head} sort="role" title="Role" className="only-wide" />
            <Head {...head} sort="last_seen" title="Last seen" className="only-wide" />
            <Head {...head} sort="tracks" title="Tracks" className={`${styles.number} only-wide`} />
            <Head {...head} sort="storage" title="Storage" className={styles.number} />
            <th scope="col" className="only-wide">
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
        className="tap"
        onClick={() => onSort({ sort, order: is_sorted ? (is_descending ? "asc" : "desc") : first })}
      >
        {title}
        {is_sorted && <Icon of={is_descending ? ArrowDown : ArrowUp} size={12} />}
      </button>
    </th>
  );
}

/** A page of a list as the server answers it. */
interface PageOf<Row> {
  count: number;
  page: number;
  page_size: number;
  results: Row[];
}

interface PagesProps<Row> {
  query: UseQueryResult<PageOf<Row>>;
  /** What is listed: "users". */
  what: string;
  loading: ReactNode;
  /** Said of a list without rows. */
  none: string;
  onPage: (page: number) => void;
  children: (rows: Row[]) => ReactNode;
}

/** The rows of a page; below, of more than one, "1 to 20 of 214" and the buttons to the pages beside it. */
export function Pages<Row>({ query, what, loading, none, onPage, children }: PagesProps<Row>) {
  return (
    <Async query={query} className="message" loading={loading}>
      {({ count, page, page_size, results }) => {
        const first = (page - 1) * page_size;
        const last = first + results.length;
        return (
          <>
            {count === 0 ? <p className="inset secondary">{none}</p> : children(results)}
            {count > page_size && (
              <div className={styles.foot}>
                <span className="small secondary grow">
                  {first + 1} to {last} of {count.toLocaleString("en-GB")}
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
                  disabled={last >= count}
                  onClick={() => onPage(page + 1)}
                />
              </div>
            )}
          </>
        );
      }}
    </Async>
  );
}

const ROLES = [
  { value: "1", label: "Administrator" },
  { value: "2", label: "Coach" },
  { value: "none", label: "Athlete" },
] as const;
type RoleValue = (typeof ROLES)[number]["value"];

const NEARLY_FULL = 0.9;
const roleValue = (role: number | null): RoleValue => (role === 1 ? "1" : role === 2 ? "2" : "none");
const roleOf = (value: RoleValue): 1 | 2 | null => (value === "none" ? null : value === "1" ? 1 : 2);

/** One account: a select for its role, and what may be done with it in a menu. */
function UserRow({ user }: { user: AdminUser }) {
  const [isAsked, setAsked] = useState(false);
  const [isQuotaOpen, setQuotaOpen] = useState(false);
  const change = useChangeRole(user);
  const name = fullName(user);
  const is_full = user.stored_bytes > NEARLY_FULL * user.quota_bytes || user.tracks > NEARLY_FULL * user.quota_tracks;
  const seen = user.last_seen ? dayText(user.last_seen) : "not yet";
  return (
    <tr tabIndex={0} className={user.disabled ? styles.off : undefined} aria-label={name}>
      <td>
        <div className="row gap-10 shrinks">
          <span className="only-wide">
            <Avatar name={name} image={user.profile_img} size="small" />
          </span>
          <div className={styles.names}>
            <b>{name}</b>
            <Badges user={user} isFull={is_full} />
            <span className={`caption ${styles.email}`}>{user.email}</span>
          </div>
        </div>
      </td>
      <td className="only-wide">
        <Select<RoleValue>
          bare
          label={`Role of ${name}`}
          width={150}
          choices={ROLES}
          value={roleValue(user.role)}
          disabled={!user.can.change_role}
          onChange={change}
        />
      </td>
      <td className="only-wide">{seen}</td>
      <td className={`${styles.number} only-wide`}>{user.tracks.toLocaleString("en-GB")}</td>
      <td className={styles.number}>
        <b>{(user.stored_bytes / GB).toFixed(1)}</b>
        <span className="caption"> of {Math.round((user.quota_bytes / GB) * 10) / 10} GB</span>
        <span className="caption only-phone block">{seen}</span>
      </td>
      <td className="only-wide">
        <span className={styles.quota}>
          <i
            className={is_full ? styles.full : undefined}
            style={{ width: `${Math.min(100, Math.max(2, (100 * user.stored_bytes) / user.quota_bytes))}%` }}
          />
        </span>
      </td>
      <td className={styles.actions}>
        <UserMenu user={user} onRole={change} onQuota={() => setQuotaOpen(true)} onDisable={() => setAsked(true)} />
        {isQuotaOpen && <QuotaDialog user={user} onClose={() => setQuotaOpen(false)} />}
        {isAsked && <DisableQuestion user={user} onClose={() => setAsked(false)} />}
      </td>
    </tr>
  );
}

function Badges({ user, isFull }: { user: AdminUser; isFull: boolean }) {
  return (
    <>
      {user.is_self && <Badge tone="line">You</Badge>}
      {user.disabled && <Badge>disabled</Badge>}
      {user.granted_features.includes("coach_tools") && <Badge tone="line">Coach Tools</Badge>}
      {isFull && (
        <Badge tone="warn" icon={TriangleAlert}>
          nearly full
        </Badge>
      )}
    </>
  );
}

/** Changes the role; the notice takes it back. */
function useChangeRole(user: AdminUser): (value: RoleValue) => void {
  const { mutate } = useChangeUser();
  return (value) => {
    if (value === roleValue(user.role)) return;
    const { label } = ROLES.find((role) => role.value === value)!;
    const message = `${fullName(user)} has the role ${label}.`;
    mutate({ id: user.id, changes: { role: roleOf(value) }, message, undo: { role: user.role as ChangeUser["role"] } });
  };
}

interface MenuProps {
  user: AdminUser;
  onRole: (value: RoleValue) => void;
  onQuota: () => void;
  onDisable: () => void;
}

function UserMenu({ user, onRole, onQuota, onDisable }: MenuProps) {
  const { mutate } = useChangeUser();
  const reset = useSendReset();
  const name = fullName(user);
  const has_tools = user.granted_features.includes("coach_tools");
  const others = user.granted_features.filter((feature) => feature !== "coach_tools");
  const tools: MenuEntry = {
    label: has_tools ? "Withdraw Coach Tools" : "Grant Coach Tools",
    onSelect: () =>
      mutate({
        id: user.id,
        changes: { granted_features: has_tools ? others : [...others, "coach_tools"] },
        message: has_tools ? `${name} has no granted Coach Tools any more.` : `${name} has Coach Tools.`,
        undo: { granted_features: user.granted_features },
      }),
  };
  const roles = ROLES.filter(({ value }) => value !== roleValue(user.role)).map(
    ({ value, label }): MenuEntry => ({
      label: `Change role to ${label}`,
      onSelect: () => onRole(value),
      blocked: user.can.change_role ? null : user.can.why_not,
    }),
  );
  const disable: MenuEntry = user.disabled
    ? {
        label: "Enable",
        onSelect: () => mutate({ id: user.id, changes: { disabled: false }, message: `${name} can log in again.` }),
      }
    : { label: "Disable", onSelect: onDisable, blocked: user.can.disable ? null : user.can.why_not, danger: true };
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} tip={null} />}
      entries={[
        tools,
        { label: "Send reset", onSelect: () => reset.mutate({ id: user.id, name }) },
        { label: "Change quota", onSelect: onQuota },
        ...roles,
        { ...disable, separated: true },
      ]}
    />
  );
}

/** Gives a user another quota, or the usual one again. */
function QuotaDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const form = useForm({
    defaultValues: {
      quota: String(Math.round((user.quota_bytes / GB) * 100) / 100),
      tracks: String(user.quota_tracks),
      reason: "",
    },
  });
  const { mutateAsync, isPending } = useChangeUser(shownByForm);
  const name = fullName(user);
  const before = user.own_quota ? { bytes: user.quota_bytes, tracks: user.quota_tracks } : null;
  const change = (quota: ChangeUser["quota"], message: string) => {
    const changes = { quota, ...reasonOf(form.getValues("reason")) };
    return mutateAsync({ id: user.id, changes, message, undo: { quota: before } });
  };
  return (
    <FormDialog
      form={form}
      save={({ quota, tracks }) =>
        change(
          { bytes: bytesOf(quota), tracks: numberOf(tracks) },
          `${name} may store ${quota} GB and ${countText(Number(tracks), "track")}.`,
        )
      }
      onClose={onClose}
      title={`Quota of ${name}`}
      description="Above it uploads stop. What is stored stays, also when it is more."
      submit="Save"
      more={
        user.own_quota && (
          <Button
            busy={isPending}
            onClick={() => void change(null, `${name} has the usual quota.`).then(onClose, showFailure)}
          >
            Usual quota
          </Button>
        )
      }
    >
      <Field label="Storage, GB" inputMode="decimal" {...fieldOf(form, "quota")} />
      <Field label="Tracks" inputMode="numeric" {...form.register("tracks")} />
      <ReasonField {...form.register("reason")} />
    </FormDialog>
  );
}

/** An empty or other text is no number, which the server answers with its sentence. */
const numberOf = (text: string): number => (text.trim() === "" ? -1 : Number(text.replaceAll(",", "")));
const bytesOf = (text: string): number => Math.round(numberOf(text) * GB);

/** Asks before an account is disabled, and says what stays. */
function DisableQuestion({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: "" } });
  const { mutateAsync } = useChangeUser(shownByForm);
  const name = fullName(user);
  return (
    <FormDialog
      form={form}
      save={({ reason }) =>
        mutateAsync({
          id: user.id,
          changes: { disabled: true, ...reasonOf(reason) },
          message: `${name} cannot log in any more.`,
          undo: { disabled: false },
        })
      }
      onClose={onClose}
      title={`Disable ${name}?`}
      description={`Every session ends, and nobody can log in with this account. Its ${countText(user.tracks, "track")}, journals and teams stay, and come back with it when it is enabled.`}
      cancel="Keep enabled"
      submit="Disable"
      danger
    >
      <ReasonField {...form.register("reason")} />
    </FormDialog>
  );
}

/** Why an administrator changes something, which may stay empty. */
const ReasonField = (field: UseFormRegisterReturn) => (
  <Field label="Reason, for the audit" maxLength={300} {...field} />
);

/** The reason as a part of a change. */
const reasonOf = (text: string): { reason?: string } => (text.trim() ? { reason: text } : {});
