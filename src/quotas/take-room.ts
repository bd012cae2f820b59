/** What is counted before it is done, where having used up a quota is no reason to refuse the call: it is left undone. */
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

/** False: there is no room for it. */
export const takeRoom = async ({ node, quotas }: Counter, taker: Taker, use: QuotaUse): Promise<boolean> => {
  const uses = useQuotas(taker, [use], node.now());
  try {
    if (uses.length > 0) await quotas.within(taker, () => node.db.commit(uses));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'quota_reached') return false;
    throw error;
  }
};
