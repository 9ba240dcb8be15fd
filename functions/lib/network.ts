/**
 * The networks of a client, by which requests are limited. An IPv4 address is one, and a carrier may give it to thousands of
 * phones. An IPv6 address is in three: a /64, which a phone or a home has at least (RFC 6177), a /56, which many homes
 * have, and a /48, the most that one customer gets. A wider one contains 256 or 65,536 of the narrower ones, so all
 * three count, the wider the higher.
 */

/**
 * A network. @property name `203.0.113.7`, `2001:db8:1:2::/64` @property share of a limit that it may use: a limit is meant
 * for an IPv4 address and for a /48
 */
export type Network = { name: string; share: number };

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

/** The networks of an address, the narrowest first. Any other text is one network. */
export function networksOf(address: string): readonly Network[] {
  const groups = address.includes(':') ? groupsOf(address) : undefined;
  const single = groups ? mappedIn(groups) : address;
  if (single !== undefined || !groups) return [{ name: single ?? address, share: 1 }];
  const site = groups.slice(0, 3).join(':');
  const subnet = Number.parseInt(groups[3] ?? '0', 16);
  return [
    { name: `${site}:${subnet.toString(16)}::/64`, share: 0.25 },
    { name: `${site}:${(subnet & 0xff00).toString(16)}::/56`, share: 0.5 },
    { name: `${site}::/48`, share: 1 },
  ];
}

/** The widest network of a client, where only one can be counted. */
export const widestOf = (networks: readonly Network[]): string => networks.at(-1)?.name ?? '';
