/** Who guesses passwords at several nodes waits as at one: his tries are counted in the database as well. */
import { createHmac } from 'node:crypto';
import { installationSecret } from '../applications/installation-secret.ts';
import type { Node } from '../applications/node.ts';
import { networkKey } from '../http/limits/address-key.ts';
import { untilGuardHolds } from '../db/until-guard-holds.ts';
import { countTry, forgetTries, readTries, takeBackTry, type TryKey, TRIES_GUARD } from '../quotas/shared-tries.ts';
import { waitAfter } from './sign-in-rules.ts';

export type Guesser = { readonly account: string; readonly address: string };
export type EveryNode = {
  /** Counts a try, unless the account, the address or its network has to wait: then for how many milliseconds. */
  readonly begin: (guesser: Guesser) => Promise<number>;
  /** The password was right: the account’s tries are forgotten. */
  readonly right: (guesser: Guesser) => Promise<void>;
  /** Nothing was compared after all. */
  readonly takeBack: (guesser: Guesser) => Promise<void>;
};
export type FreeTries = Readonly<Record<'account' | 'address' | 'network', number>>;
type Counted = { readonly key: TryKey; readonly free: number };

const HASH_LENGTH = 22;
/** A try that lies ahead by more than clocks differ was made before somebody set the clock: it tells nothing. */
const CLOCKS_MS = 60_000;

export const tryEverywhere = (node: Node, free: FreeTries): EveryNode => {
  const { db, now, random } = node;
  const countedFor = async ({ account, address }: Guesser): Promise<readonly [Counted, ...Counted[]]> => {
    const secret = await installationSecret(node, 'sign_in');
    const counted = (kind: keyof FreeTries, value: string): Counted => ({
      key: {
        kind: `sign_in_${kind}`,
        subject: createHmac('sha256', secret).update(value).digest('base64url').slice(0, HASH_LENGTH),
      },
      free: free[kind],
    });
    const network = networkKey(address);
    const wider = network === undefined ? [] : [counted('network', network)];
    return [counted('account', account), counted('address', address), ...wider];
  };
  return {
    begin: async (guesser) => {
      const counted = await countedFor(guesser);
      return untilGuardHolds(
        TRIES_GUARD,
        async () => {
          const at = now();
          const all = await Promise.all(
            counted.map(async ({ key, free: most }) => ({ key, most, tries: await readTries(db, key, at) })),
          );
          const waitMs = Math.max(...all.map(({ tries, most }) => tries.lastAt + waitAfter(tries.failed, most) - at));
          const isAhead = Math.max(...all.map(({ tries }) => tries.lastAt)) - at > CLOCKS_MS;
          if (waitMs > 0 && !isAhead) return waitMs;
          await db.commit(all.map(({ key, tries }) => countTry(key, tries, at)));
          return 0;
        },
        { random },
      );
    },
    right: async (guesser) => {
      const [account, ...wider] = await countedFor(guesser);
      await db.commit([forgetTries(account.key), ...wider.map(({ key }) => takeBackTry(key))]);
    },
    takeBack: async (guesser) => {
      await db.commit((await countedFor(guesser)).map(({ key }) => takeBackTry(key)));
    },
  };
};
