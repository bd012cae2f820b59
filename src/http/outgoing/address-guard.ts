/**
 * May we connect to an address that somebody else wrote down (a key set, a webhook)?
 *
 * The answer is a target with the IP address to connect to. The name is resolved once, here; whoever connects uses
 * `target.address` and never the name, so a name server that changes its mind between check and use changes nothing.
 * One forbidden address among several refuses them all: an honest name does not point inside and outside at once.
 *
 * https everywhere; http only to a loopback address, where the policy allows loopback. The port list binds public
 * addresses; who allows a private network allows its ports. Redirects are the connecting side's to refuse.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AddressKind, addressKind } from './ip-address.ts';

export type AddressPolicy = {
  /** Kinds of address that may be reached beside public ones. */
  readonly allow: readonly AddressKind[];
  readonly ports: readonly number[];
};
export type Resolve = (host: string) => Promise<readonly string[]>;

export type Target = {
  readonly address: string;
  readonly family: 4 | 6;
  /** The name or literal of the URL: what the Host header and the certificate are about. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly url: URL;
};
export type AddressRefusal = 'url_invalid' | 'scheme' | 'userinfo' | 'port' | 'unresolved' | 'address';
export type GuardVerdict = { readonly target: Target } | { readonly refused: AddressRefusal };

export const publicAddresses: AddressPolicy = { allow: [], ports: [443, 8443] };
/** For an installation whose identity provider or receivers live beside it. Cloud metadata stays out of reach. */
export const privateAddresses: AddressPolicy = { ...publicAddresses, allow: ['loopback', 'private'] };

export const systemResolver: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

export const guardAddress = async (text: string, policy: AddressPolicy, resolve: Resolve): Promise<GuardVerdict> => {
  const url = text.length <= 2048 ? URL.parse(text) : null;
  if (url === null) return { refused: 'url_invalid' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'scheme' };
  if (url.username !== '' || url.password !== '') return { refused: 'userinfo' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  const [address] = addresses;
  if (address === undefined) return { refused: 'unresolved' };
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const refused = refusalOf(addresses.map(addressKind), secure, port, policy);
  if (refused !== undefined) return { refused };
  return { target: { address, family: isIP(address) === 6 ? 6 : 4, host, port, secure, url } };
};

const refusalOf = (
  kinds: readonly AddressKind[],
  secure: boolean,
  port: number,
  { allow, ports }: AddressPolicy,
): AddressRefusal | undefined => {
  if (kinds.some((kind) => kind !== 'public' && !allow.includes(kind))) return 'address';
  if (!secure && kinds.some((kind) => kind !== 'loopback')) return 'scheme';
  if (kinds.includes('public') && !ports.includes(port)) return 'port';
  return undefined;
};
