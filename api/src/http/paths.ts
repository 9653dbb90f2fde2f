/** Path for the router: the same with and without a trailing slash, since it never sees one. */
export function withoutSlash(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.length > 1 ? pathname.replace(/\/+$/, "") || "/" : pathname;
}
