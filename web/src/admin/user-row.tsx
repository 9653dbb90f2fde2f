import type { AdminUser, ChangeUser } from "@leebow/api/contract";
import { Ellipsis, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Avatar } from "../components/avatar";
import { Badge } from "../components/badge";
import { IconButton } from "../components/button";
import { Menu, type MenuEntry } from "../components/menu";
import { Select } from "../components/select";
import { GB } from "../format/numbers";
import { useChangeUser, useSendReset } from "../queries/admin";
import { fullName } from "../stores/session";
import styles from "./cards.module.css";
import { DisableQuestion } from "./disable-question";
import { QuotaDialog } from "./quota-dialog";
import { dayText } from "./when";

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
export function UserRow({ user }: { user: AdminUser }) {
  const [isAsked, setAsked] = useState(false);
  const [isQuotaOpen, setQuotaOpen] = useState(false);
  const change = useChangeRole(user);
  const name = fullName(user);
  const is_full = user.stored_bytes > NEARLY_FULL * user.quota_bytes || user.tracks > NEARLY_FULL * user.quota_tracks;
  const seen = user.last_seen ? dayText(user.last_seen) : "not yet";
  return (
    <tr tabIndex={0} className={user.disabled ? styles.off : undefined} aria-label={name}>
      <td>
        <div className={styles.person}>
          <span className={styles.desk}>
            <Avatar name={name} image={user.profile_img} size="small" />
          </span>
          <div className={styles.names}>
            <b>{name}</b>
            <Badges user={user} isFull={is_full} />
            <span className={`caption ${styles.email}`}>{user.email}</span>
          </div>
        </div>
      </td>
      <td className={styles.desk}>
        <Select<RoleValue>
          bare
          label={`Role of ${name}`}
          className={styles.role}
          choices={ROLES}
          value={roleValue(user.role)}
          disabled={!user.can.change_role}
          onChange={change}
        />
      </td>
      <td className={styles.desk}>{seen}</td>
      <td className={`${styles.number} ${styles.desk}`}>{user.tracks.toLocaleString("en-GB")}</td>
      <td className={styles.number}>
        <b>{(user.stored_bytes / GB).toFixed(1)}</b>
        <span className="caption"> of {Math.round((user.quota_bytes / GB) * 10) / 10} GB</span>
        <span className={`caption ${styles.phone}`}>{seen}</span>
      </td>
      <td className={styles.desk}>
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
