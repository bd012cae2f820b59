/** Use case: whoever has mended his receiver does not wait for the next attempt. */
import { auditStatement } from '../../applications/audit-statements.ts';
import type { CompanyPlace } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import type { AuthoredWrite } from '../../applications/write-once.ts';
import type { Retried, RetryRequest } from '../../contract/events/webhook-delivery-contract.ts';
import type { Database } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';
import { subscriberAt } from '../subscribers/save-subscriber.ts';
import { countState } from './delivery-log-store.ts';
import { hasDelivery, hastenWaiting, type Renewal, renewFailed, renewOne, unblock } from './replay-store.ts';

/** Deliveries of one call. */
const STEP = 1_000;

const retryStatements = (id: number, { event_id, state }: RetryRequest, now: number): Renewal => {
  const hasten = hastenWaiting(id, now, { eventId: event_id, limit: STEP });
  if (event_id !== undefined) {
    const { queued, cleared } = renewOne(id, event_id, now);
    return { queued: [...queued, hasten], cleared };
  }
  return state === 'waiting' ? { queued: [hasten], cleared: [] } : renewFailed(id, 0, now, STEP);
};

export const retryDeliveries = async (
  { db, now, random, ...node }: Node,
  place: CompanyPlace,
  id: number,
  { asked, write }: { readonly asked: RetryRequest; readonly write: AuthoredWrite<number> },
): Promise<Retried> => {
  const subscriber = await subscriberAt({ db, now, random, ...node }, place, id);
  if (subscriber.state === 'inactive') throw new Refusal('webhook_subscriber_inactive');
  if (asked.event_id !== undefined && !(await hasDelivery(db, id, asked.event_id)))
    throw new Refusal('event_not_found');
  const at = now();
  const { queued: begun, cleared } = retryStatements(id, asked, at);
  const { actor, requestId, remember } = write;
  const remembered = remember(id);
  const results = await db.commit([
    ...remembered,
    ...begun,
    ...cleared,
    ...(subscriber.state === 'blocked' ? [unblock(id, actor, at)] : []),
    auditStatement(
      {
        actor,
        requestId,
        organizationId: place.organizationId,
        action: 'webhook_subscriber.retry',
        subject: `webhook_subscriber/${id}`,
        before: null,
        after: asked,
        at,
      },
      random,
    ),
  ]);
  const own = results.slice(remembered.length, remembered.length + begun.length);
  const queued = own.reduce((sum, { changes }) => sum + changes, 0);
  return { queued, has_more: queued >= STEP };
};

/** The same call again, under its key: it queues nothing, and says whether there is something left to ask for. */
export const retriedBefore = async (
  db: Database,
  id: number,
  { event_id, state = 'failed' }: RetryRequest,
): Promise<Retried> => ({
  queued: 0,
  has_more: event_id === undefined && state === 'failed' && (await countState(db, id, 'failed')) > 0,
});
