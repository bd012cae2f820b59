/** Who guesses passwords at several nodes waits as at one: his tries are counted in the database as well. */
import { createHmac } from 'node:crypto';
import { installationSecret } from '../applications/installation-secret.ts';
import type { Node } from '../applications/node.ts';
import { untilGuardHolds } from '../db/until-guard-holds.ts';
import { countTry, forgetTries, readTries, takeBackTry, type TryKey, TRIES_GUARD } from '../quotas/shared-tries.ts';
import { waitAfter } from './sign-in-rules.ts';

export type Guesser = { readonly account: string; readonly address: string };
export type EveryNode = {
  /** Counts a try, unless the account or the address has to wait: then for how many milliseconds. */
  readonly begin: (guesser: Guesser) => Promise<number>;
  /** The password was right: the account’s tries are forgotten. */
  readonly right: (guesser: Guesser) => Promise<void>;
  /** Nothing was compared after all. */
  readonly takeBack: (guesser: Guesser) => Promise<void>;
};
export type FreeTries = { readonly account: number; readonly address: number };

const HASH_LENGTH = 22;
/** A try that lies ahead by more than clocks differ was made before somebody set the clock: it tells nothing. */
const CLOCKS_MS = 60_000;

export const tryEverywhere = (node: Node, free: FreeTries): EveryNode => {
  const { db, now, random } = node;
  const keysOf = async ({ account, address }: Guesser): Promise<readonly [TryKey, TryKey]> => {
    const secret = await installationSecret(node, 'sign_in');
    const key = (kind: 'account' | 'address', value: string): TryKey => ({
      kind: `sign_in_${kind}`,
      subject: createHmac('sha256', secret).update(value).digest('base64url').slice(0, HASH_LENGTH),
    });
    return [key('account', account), key('address', address)];
  };
  return {
    begin: async (guesser) => {
      const [account, address] = await keysOf(guesser);
      return untilGuardHolds(
        TRIES_GUARD,
        async () => {
          const at = now();
          const [ofAccount, ofAddress] = await Promise.all([readTries(db, account, at), readTries(db, address, at)]);
          const waitMs = Math.max(
            ofAccount.lastAt + waitAfter(ofAccount.failed, free.account) - at,
            ofAddress.lastAt + waitAfter(ofAddress.failed, free.address) - at,
          );
          const isAhead = Math.max(ofAccount.lastAt, ofAddress.lastAt) - at > CLOCKS_MS;
          if (waitMs > 0 && !isAhead) return waitMs;
          await db.commit([countTry(account, ofAccount, at), countTry(address, ofAddress, at)]);
          return 0;
        },
        { random },
      );
    },
    right: async (guesser) => {
      const [account, address] = await keysOf(guesser);
      await db.commit([forgetTries(account), takeBackTry(address)]);
    },
    takeBack: async (guesser) => {
      await db.commit((await keysOf(guesser)).map(takeBackTry));
    },
  };
};
