import { isIPv6 } from "node:net";

/**
 * IP address of the client, for rate limits: of IPv6 the network of 64 bits, which is the least that one subscriber has.
 * X-Forwarded-For counts only from trusted proxies and is read from its end: its beginning is whatever the client sent.
 */
export function clientAddress(socket: string | undefined, forwarded: string | undefined, trusted: string[]): string {
  let address = plain(socket ?? "127.0.0.1");
  const hops = (forwarded ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  while (trusted.includes(address) && hops.length > 0) address = plain(hops.pop()!);
  return isIPv6(address) ? networkOf(address) : address;
}

/** IPv4-mapped IPv6 addresses as IPv4. */
function plain(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return address;
  return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join(".");
}

/** The eight groups of 16 bits. */
function groupsOf(address: string): number[] {
  // The parser of addresses writes IPv4 parts as groups, and takes no zone.
  const written = new URL(`http://[${address.split("%")[0]}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = written.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

/** The first address of the network of 64 bits. */
function networkOf(address: string): string {
  const prefix = groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16));
  return new URL(`http://[${prefix.join(":")}::]`).hostname.slice(1, -1);
}
