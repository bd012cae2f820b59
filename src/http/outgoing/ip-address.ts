/**
 * What kind of place an IP address is. `public` is the only kind anybody may be reached at without being asked.
 *
 * IPv6 is denied by default: public is what lies in 2000::/3 and has no special purpose there. Forms that carry an IPv4
 * address are what that address is: mapped (::ffff:a.b.c.d), and NAT64 (64:ff9b::/96), which is how a host with IPv6
 * only reaches the rest of the world. Other tunnels (6to4, Teredo, IPv4-compatible) are reserved.
 */
import { BlockList, isIP } from 'node:net';

export type AddressKind = 'public' | 'loopback' | 'private' | 'link_local' | 'metadata' | 'multicast' | 'reserved';

type Network = readonly [kind: Exclude<AddressKind, 'public'>, network: string, prefix: number];

/** The first network that holds an address says its kind, so the narrow ones stand first. */
const networks4: readonly Network[] = [
  ['metadata', '169.254.169.254', 32],
  ['metadata', '169.254.170.2', 32], // container credentials
  ['metadata', '168.63.129.16', 32], // a cloud's host agent behind a public number
  ['metadata', '100.100.100.200', 32],
  ['metadata', '192.0.0.192', 32],
  ['loopback', '127.0.0.0', 8],
  ['link_local', '169.254.0.0', 16],
  ['private', '10.0.0.0', 8],
  ['private', '172.16.0.0', 12],
  ['private', '192.168.0.0', 16],
  ['private', '100.64.0.0', 10],
  ['multicast', '224.0.0.0', 4],
  ['reserved', '0.0.0.0', 8],
  ['reserved', '192.0.0.0', 24],
  ['reserved', '192.0.2.0', 24],
  ['reserved', '192.88.99.0', 24],
  ['reserved', '198.18.0.0', 15],
  ['reserved', '198.51.100.0', 24],
  ['reserved', '203.0.113.0', 24],
  ['reserved', '240.0.0.0', 4],
];
const networks6: readonly Network[] = [
  ['metadata', 'fd00:ec2::254', 128],
  ['metadata', 'fd20:ce::254', 128],
  ['loopback', '::1', 128],
  ['link_local', 'fe80::', 10],
  ['private', 'fc00::', 7],
  ['private', 'fec0::', 10],
  ['multicast', 'ff00::', 8],
  ['reserved', '2001::', 23],
  ['reserved', '2001:db8::', 32],
  ['reserved', '2002::', 16],
  ['reserved', '3fff::', 20],
];

const listOf = (family: 'ipv4' | 'ipv6', network: string, prefix: number): BlockList => {
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list;
};
const compiled = (family: 'ipv4' | 'ipv6', networks: readonly Network[]) =>
  networks.map(([kind, network, prefix]) => ({ kind, list: listOf(family, network, prefix) }));

const special4 = compiled('ipv4', networks4);
const special6 = compiled('ipv6', networks6);
const globalUnicast = listOf('ipv6', '2000::', 3);

/** The kind of a plain IPv4 or IPv6 address; what is neither, or has a zone, is reserved. */
export const addressKind = (address: string): AddressKind => {
  if (isIP(address) === 4) return special4.find(({ list }) => list.check(address, 'ipv4'))?.kind ?? 'public';
  const plain = isIP(address) === 6 ? canonical6(address) : undefined;
  if (plain === undefined) return 'reserved';
  const inside = embedded4(plain);
  if (inside !== undefined) return addressKind(inside);
  const special = special6.find(({ list }) => list.check(plain, 'ipv6'))?.kind;
  return special ?? (globalUnicast.check(plain, 'ipv6') ? 'public' : 'reserved');
};

/** One spelling per address, as the URL standard writes it; undefined for a zone (`fe80::1%eth0`). */
const canonical6 = (address: string): string | undefined => URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);

/** `::ffff:7f00:1` and `64:ff9b::7f00:1` carry 127.0.0.1 in their last two groups. */
const embedded4 = (canonical: string): string | undefined => {
  const [, high, low] = /^(?:::ffff:|64:ff9b::)([0-9a-f]+):([0-9a-f]+)$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const groups = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
};

/** What may be written instead of a network, as Express and Fastify know it. */
const namedNetworks: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/** Whether an address lies in one of these networks or is one of these addresses; throws a sentence about one that is neither. */
export const addressList = (entries: readonly string[]): ((address: string) => boolean) => {
  const listed = new BlockList();
  for (const entry of entries.flatMap((name) => namedNetworks.get(name) ?? [name])) {
    const [, address = '', , digits] = /^([^/]*)(\/(\d{1,3}))?$/.exec(entry) ?? [];
    const version = isIP(address);
    const widest = version === 4 ? 32 : 128;
    const prefix = digits === undefined ? widest : Number(digits);
    if (version === 0 || address.includes('%') || prefix > widest) {
      throw new Error(`names '${entry}', which is neither an IP address nor a network such as 10.0.0.0/8`);
    }
    listed.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => isIP(address) !== 0 && listed.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
};
