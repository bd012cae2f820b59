/** Secrets of OAuth clients: `sk_` and 32 random bytes, shown once, kept as SHA-256, several live at once. */
import { type NewSecret, newSecret } from '../applications/secret-hash.ts';
import type { RandomBytes } from '../shared/identifiers.ts';

export const newClientSecret = (random: RandomBytes): NewSecret => newSecret(random, 'sk_');
