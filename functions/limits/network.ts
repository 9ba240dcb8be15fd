/**
 * Where a request comes from, as the limits count it: an IPv4 address, or an IPv6 /64. A /64 is the smallest network
 * that a customer is given (RFC 6177), so that one phone or server can use any address in it.
 */

/** The eight groups of an IPv6 address, without leading zeros; undefined for what is none. */
function groupsOf(address: string): string[] | undefined {
  const [plain = ''] = address.split('%');
  if (!URL.canParse(`http://[${plain}]`)) return undefined;
  // The URL parser writes every spelling of an address in one way: lower case, `::` for the longest run of zeros.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}

/** The IPv4 address inside `::ffff:a.b.c.d` (RFC 4291, 2.5.5.2), or undefined. */
function mappedIn(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

/** The network of an address: `203.0.113.7`, `2001:db8:1:2::/64`. What is no IPv6 address comes back as it is. */
export function networkOf(address: string): string {
  const groups = address.includes(':') ? groupsOf(address) : undefined;
  if (!groups) return address;
  return mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}
