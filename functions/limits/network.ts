/**
 * The network of a client, by which requests are limited: an IPv4 address or an IPv6 /64. A /64 is the smallest network
 * that a customer gets (RFC 6177), so one phone or server can use any address in it.
 */

/** The eight groups of an IPv6 address, without leading zeros; `undefined` for any other text. */
function groupsOf(address: string): string[] | undefined {
  const [plain = ''] = address.split('%');
  if (!URL.canParse(`http://[${plain}]`)) return undefined;
  // The URL parser normalises addresses: lower case, `::` for the longest run of zeros.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}

/** The IPv4 address in `::ffff:a.b.c.d` (RFC 4291, 2.5.5.2), or `undefined`. */
function mappedIn(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

/** The network of an address: `203.0.113.7`, `2001:db8:1:2::/64`. Any other text is returned unchanged. */
export function networkOf(address: string): string {
  const groups = address.includes(':') ? groupsOf(address) : undefined;
  if (!groups) return address;
  return mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}
