/**
 * Asks name servers about names that merchants wrote down, without the system's resolver. That one holds a thread for each name that
 * nobody answers for, ten seconds and longer, and a node has two for all names there are: whoever keeps a name server of his own that
 * says nothing would keep webhooks, rules and sign-ins of all other shops waiting, and new connections to the database.
 *
 * Names that only this machine knows (its hosts file, search domains) are not found: they do not lead to public addresses.
 */
import { Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { privateAddresses, publicAddresses, type Resolve, systemResolver } from './address-guard.ts';
import { type Reach, sharedLookups } from './check-address.ts';

type Asked = Pick<Resolver, 'resolve4' | 'resolve6'>;

const TIMEOUT_MS = 2000;
const TRIES = 2;

/** The first address is the one that is called: of the kind that this machine has itself, IPv4 where it has both. */
const hasIpv4 = (): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some(({ family, internal }) => family === 'IPv4' && !internal));

const found = (asked: PromiseSettledResult<readonly string[]>): readonly string[] =>
  asked.status === 'fulfilled' ? asked.value : [];

export const nameResolver = (
  asked: Asked = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES }),
  prefersIpv4: () => boolean = hasIpv4,
): Resolve => {
  return async (host) => {
    const [four, six] = await Promise.allSettled([asked.resolve4(host), asked.resolve6(host)]);
    return prefersIpv4() ? [...found(four), ...found(six)] : [...found(six), ...found(four)];
  };
};

/** Who lets private networks in means names that this machine knows, too. */
export const networkReach = (allowsPrivate: boolean): Reach =>
  allowsPrivate
    ? { policy: privateAddresses, resolve: sharedLookups(systemResolver) }
    : { policy: publicAddresses, resolve: sharedLookups(nameResolver()) };
