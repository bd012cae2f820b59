/** What loads of carts, orders and events have in common: a node that is killed, its shoppers, and what was found. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Serving, serving } from '../commands/run-cartwright.ts';
import type { Scene } from './crash-scene.ts';
import { quiet } from './crash-shop.ts';

export const session = '/service/application/user/authentication/v1.0/session';
/** A kill on an answer would always fall between two commits; a moment later it falls anywhere. */
const LONGEST_AIM_MS = 30;

/** Of calls: `repeated` were asked again after a kill, of which `replayed` had happened before it. */
export type Finding = Readonly<Record<'acknowledged' | 'stored' | 'repeated' | 'replayed', number>> & {
  /** What did not hold, in sentences. */
  readonly broken: readonly string[];
};

/** Starts a node and works with it. It is gone afterwards, whatever happens. */
export const withServed = async (
  { variables, whole, kill }: Scene,
  work: (node: Serving, killSoon: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const node = await serving({ ...variables, ...quiet });
  try {
    await whole?.(node);
    await work(node, () => pause(Math.random() * LONGEST_AIM_MS).then(() => kill(node)));
  } finally {
    node.signal('SIGKILL');
    await node.ended;
  }
};

const RETRY_MS = 1000;
/** As long as a node takes to serve again, and longer. */
const TRIES = 60;

/**
 * For one client of a load, told of each call whether it was refused. A node on a busy machine may refuse for a moment: then he
 * waits before he asks again, but not for ever. A call that can never be answered ends the load with a sentence.
 */
export const patience = (who: string, wait = (): Promise<void> => pause(RETRY_MS)) => {
  let inARow = 0;
  return async (isRefused: boolean): Promise<void> => {
    inARow = isRefused ? inARow + 1 : 0;
    if (inARow >= TRIES) throw new Error(`${who} was refused ${TRIES} times in a row`);
    if (isRefused) await wait();
  };
};

/** Tokens of so many shoppers whom nobody knew. */
export const newShoppers = async (url: string, authorization: string, count: number): Promise<readonly string[]> => {
  const tokens: string[] = [];
  while (tokens.length < count) {
    const { headers } = await fetch(`${url}${session}`, { method: 'POST', headers: { authorization } });
    const token = headers.get('x-anonymous-id');
    if (token === null) throw new Error('a shopper got no token');
    tokens.push(token);
  }
  return tokens;
};
