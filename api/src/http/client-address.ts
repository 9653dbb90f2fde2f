/**
 * IP address of the client, for rate limits. X-Forwarded-For counts only from trusted proxies and is read from its end:
 * its beginning is whatever the client sent.
 */
export function clientAddress(socket: string | undefined, forwarded: string | undefined, trusted: string[]): string {
  let address = plain(socket ?? "127.0.0.1");
  const hops = (forwarded ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  while (trusted.includes(address) && hops.length > 0) address = plain(hops.pop()!);
  return address;
}

/** IPv4-mapped IPv6 addresses as IPv4. */
function plain(address: string): string {
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}
