/** Secrets of OAuth clients: `sk_` and 32 random bytes, shown once, kept as SHA-256, several live at once. */
import { matchesAny, type NewSecret, newSecret } from '../../applications/secret-hash.ts';
import type { RandomBytes } from '../../shared/identifiers.ts';

const PREFIX = 'sk_';

export const newClientSecret = (random: RandomBytes): NewSecret => newSecret(random, PREFIX);

/** What is shown of a secret ever after: enough to tell it from its neighbours. */
export const maskedSecret = (hint: string): string => `${PREFIX}…${hint}`;

/** Compares with every hash, the matching one or not. A client without a live secret matches nothing. */
export const matchesAnySecret = (presented: string, hashes: readonly string[]): boolean =>
  matchesAny(presented, hashes);
