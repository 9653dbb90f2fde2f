/** The address that was asked for before a login, carried in the address of the login page. */
const PARAMETER = "next";
/** Where a login leads without it. */
const DEFAULT = "/home";

/** The login page that leads on to `asked`, a path with its query. */
export const loginAddress = (asked: string): string =>
  asked === "/" || asked === DEFAULT ? "/login" : `/login?${new URLSearchParams({ [PARAMETER]: asked })}`;

/** Where a login leads; only to a path of this site. */
export function addressAfterLogin(search: URLSearchParams): string | null {
  const asked = search.get(PARAMETER);
  if (!asked?.startsWith("/")) return null;
  // "//host" and "/\host" are addresses of another site.
  const { origin, pathname, search: query } = new URL(asked, location.origin);
  return origin === location.origin ? pathname + query : null;
}
