/** Which requests count as those of one network address, however a socket or a proxy in front of us spells it. */

/** Without the port that some proxies write behind it: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
export const bareAddress = (said: string): string => {
  if (said.startsWith('[')) return said.slice(1).split(']', 1)[0] ?? '';
  const colon = said.indexOf(':');
  // A colon that is alone stands before a port; an address of IPv6 has two at least.
  return colon > 0 && !said.includes(':', colon + 1) ? said.slice(0, colon) : said;
};

/** `203.0.113.9` at the end of an address of IPv6 stands for two of its groups. */
const groupsIn = (text: string): readonly number[] =>
  text === ''
    ? []
    : text.split(':').flatMap((group) => {
        if (!group.includes('.')) return [Number.parseInt(group, 16)];
        const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
        return [a * 256 + b, c * 256 + d];
      });

const isMapped = (groups: readonly number[]): boolean =>
  groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);

const LONGEST = 45;

/** Undefined: an address of IPv4, or none. */
const groupsOf = (address: string): readonly number[] | undefined => {
  if (!address.includes(':')) return undefined;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const [left, right] = [groupsIn(head), groupsIn(tail ?? '')];
  const gap = tail === undefined ? [] : Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0);
  return [...left, ...gap, ...right];
};

const prefixOf = (groups: readonly number[], count: number): string =>
  `${groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')}::/${16 * count}`;

/** One household or server has a /64 of IPv6, so that is what counts as one address. */
export const addressKey = (said: string): string => {
  const address = bareAddress(said);
  const groups = groupsOf(address);
  // What is no address, as a proxy that passes on anything may bring, must not fill the memory of those who count.
  if (groups === undefined) return address.slice(0, LONGEST);
  // IPv4 through a socket of IPv6.
  if (isMapped(groups))
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return prefixOf(groups, 4);
};

/**
 * A site may have a /48 of IPv6, which is 65,536 addresses as we count them: they have together what so many of them have. A network
 * of phones has a /48 for tens of thousands of people, so it is not one. Undefined for IPv4. Takes an address, or what stands for it above.
 */
export const networkKey = (said: string): string | undefined => {
  const groups = groupsOf(bareAddress(said));
  return groups === undefined || isMapped(groups) ? undefined : prefixOf(groups, 3);
};
export const ADDRESSES_OF_NETWORK = 16;
