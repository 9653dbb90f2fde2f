export const OWN_ACCOUNT = "You cannot disable your own account.";
export const LAST_ADMINISTRATOR = "This is the last administrator. Make another person an administrator first.";

/** What may be done with an account, and why not. `administrators`: how many accounts with role 1 are not disabled. */
export function userCan(
  viewer_id: number,
  user: { id: number; role: number | null; disabled_at: Date | null },
  administrators: number,
) {
  const is_last = user.role === 1 && user.disabled_at === null && administrators <= 1;
  const is_self = user.id === viewer_id;
  const why_not = is_last ? LAST_ADMINISTRATOR : is_self ? OWN_ACCOUNT : null;
  return { change_role: !is_last, disable: !is_last && !is_self, why_not };
}
