/** Path for the router: the same with and without a trailing slash, since it never sees one. */
export function withoutSlash(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.length > 1 ? pathname.replace(/\/+$/, "") || "/" : pathname;
}

/** Matches the addresses of a path of the contract, `/files/{key}/`, with or without the slash at its end. */
export function matcherOf(pattern: string): RegExp {
  const parts = pattern.replace(/\/$/, "").replace(/\{(\w+)\}/g, (_, name) => (name === "key" ? ".+" : "[^/]+"));
  return new RegExp(`^${parts}/?$`);
}
