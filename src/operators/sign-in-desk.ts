/**
 * Where passwords are compared: in turn, and never for somebody who has guessed too often. One desk a worker; it counts in
 * memory, and the workers of a node tell each other, by a clock that nobody can set; what is left is counted in the database, for
 * all nodes together.
 */
import type { Node } from '../applications/node.ts';
import { overloaded } from '../http/error-body.ts';
import { ADDRESSES_OF_NETWORK, networkKey } from '../http/limits/address-key.ts';
import { Refusal } from '../shared/errors.ts';
import { type EveryNode, type Guesser, tryEverywhere } from './sign-in-everywhere.ts';
import { type Queue, workQueue } from './sign-in-queue.ts';
import { signInThrottle, type Throttle } from './sign-in-throttle.ts';

export type SignInDesk = {
  readonly queue: Queue;
  readonly byAccount: Throttle;
  readonly byAddress: Throttle;
  readonly byNetwork: Throttle;
  readonly everywhere: EveryNode;
};

/** Two at once leave half of the pool's four threads alone; twenty who wait are served within a few seconds. */
const queueLimits = { atOnce: 2, mostWaiting: 20 };
const ACCOUNT_FREE = 5;
/** An office behind one address has more people, and more slips. */
const ADDRESS_FREE = 20;
const NETWORK_FREE = ADDRESSES_OF_NETWORK * ADDRESS_FREE;
const MAXIMUM_KEYS = 10_000;

export const signInDesk = (node: Node): SignInDesk => {
  const { stopwatch, peers } = node;
  const throttle = (name: string, free: number): Throttle =>
    signInThrottle({ stopwatch, free, maximumKeys: MAXIMUM_KEYS, shared: { name, peers } });
  return {
    queue: workQueue(queueLimits),
    byAccount: throttle('account', ACCOUNT_FREE),
    byAddress: throttle('address', ADDRESS_FREE),
    byNetwork: throttle('network', NETWORK_FREE),
    everywhere: tryEverywhere(node, { account: ACCOUNT_FREE, address: ADDRESS_FREE, network: NETWORK_FREE }),
  };
};

const inWords = (seconds: number): string => {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
};
const tooMany = (waitMs: number): Refusal => {
  const seconds = Math.ceil(waitMs / 1000);
  return new Refusal('rate_limited', {
    message: `Too many tries with a wrong password. Try again in ${inWords(seconds)}.`,
    headers: { 'retry-after': String(seconds) },
  });
};

export type Compared<T> = {
  /** What the comparison found; undefined when the password is wrong. */
  readonly found: T | undefined;
  /** It failed so often by now that the audit should know. */
  readonly notable: boolean;
};

type Counted = { readonly throttle: Throttle; readonly key: string };
const countedFor = (
  { byAccount, byAddress, byNetwork }: SignInDesk,
  { account, address }: Guesser,
): readonly Counted[] => {
  const network = networkKey(address);
  return [
    { throttle: byAccount, key: account },
    { throttle: byAddress, key: address },
    ...(network === undefined ? [] : [{ throttle: byNetwork, key: network }]),
  ];
};

/** `compare` answers undefined for a wrong password. Refuses before it is called: `rate_limited`, `overloaded`. */
export const comparePassword = async <T>(
  desk: SignInDesk,
  guesser: Guesser,
  compare: () => Promise<T | undefined>,
): Promise<Compared<T>> => {
  const { queue, byAccount, everywhere } = desk;
  const counted = countedFor(desk, guesser);
  const waitMs = Math.max(...counted.map(({ throttle, key }) => throttle.waitMs(key)));
  if (waitMs > 0) throw tooMany(waitMs);
  // Sixteen addresses of one network of IPv6 would else have sixteen turns.
  const of = networkKey(guesser.address) ?? guesser.address;
  if (queue.isFull(of)) throw overloaded(); // before it counts: not being served is no failure
  const notable = counted.map(({ throttle, key }) => throttle.count(key)).includes(true);
  const takeBack = (): void => {
    for (const { throttle, key } of counted) throttle.takeBack(key);
  };
  const elsewhereMs = await everywhere.begin(guesser).catch((error: unknown) => {
    takeBack();
    throw error;
  });
  if (elsewhereMs > 0) {
    takeBack();
    throw tooMany(elsewhereMs);
  }
  const found = await queue.run(of, compare).catch(async (error: unknown) => {
    takeBack();
    await everywhere.takeBack(guesser);
    throw error;
  });
  if (found === undefined) return { found, notable };
  takeBack();
  byAccount.forget(guesser.account);
  await everywhere.right(guesser);
  return { found, notable: false };
};
