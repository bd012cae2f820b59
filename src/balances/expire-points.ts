/** The sweep that takes points which have ended out of their balances, one lot at a time, with an entry for each. */
import type { Node } from '../applications/node.ts';
import { guardFailed } from '../db/database.ts';
import { sweepInSteps } from '../db/sweep.ts';
import { objectId } from '../shared/identifiers.ts';
import { expirePoints } from './balance-statements.ts';
import { endedLots, type EndedLot } from './balance-store.ts';

/** Says whether it was ended; what somebody spends or gives back meanwhile is looked at again in the next round. */
const endOne = async ({ db, random }: Pick<Node, 'db' | 'random'>, lot: EndedLot, now: number): Promise<boolean> => {
  const { id, remaining, ...owner } = lot;
  const move = {
    ...owner,
    account: '',
    amount: remaining,
    reason: 'Points ended',
    source: `ended:${id}:${now}`,
    entryId: objectId(random),
    at: now,
  };
  try {
    await db.commit(expirePoints(move, id));
    return true;
  } catch (error) {
    if (guardFailed(error, 'balance_lot')) return false;
    throw error;
  }
};

export const sweepPoints = (node: Pick<Node, 'db' | 'random'>, now: number): Promise<number> =>
  sweepInSteps(
    async (limit) => {
      let ended = 0;
      for (const lot of await endedLots(node.db, now, limit)) if (await endOne(node, lot, now)) ended += 1;
      return ended;
    },
    { size: 100 },
  );
