/** What is counted by itself: before the call is answered, or before something is done that is left undone where a quota is used up. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../shared/clock.ts';
import { Refusal } from '../shared/errors.ts';
import type { QuotaUse } from './quota-rules.ts';
import { type Taker, useQuotas } from './quota-statements.ts';
import type { Quotas } from './quotas.ts';

type Counter = {
  readonly node: { readonly db: Database; readonly now: Clock };
  readonly quotas: Pick<Quotas, 'within'>;
};

/** Counted by itself, before anything is answered; refused where it is too much. */
export const useAtOnce = ({ node, quotas }: Counter, taker: Taker, use: QuotaUse): Promise<void> =>
  quotas.within(taker, async () => {
    const uses = useQuotas(taker, [use], node.now());
    if (uses.length > 0) await node.db.commit(uses);
  });

/** False: there is no room for it. */
export const takeRoom = async (counter: Counter, taker: Taker, use: QuotaUse): Promise<boolean> => {
  try {
    await useAtOnce(counter, taker, use);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'quota_reached') return false;
    throw error;
  }
};
