/** Use case: whoever has mended his receiver does not wait for the next attempt. */
import { auditStatement } from '../../applications/audit-statements.ts';
import type { CompanyPlace } from '../../applications/named-place.ts';
import type { Author, Node } from '../../applications/node.ts';
import type { Retried, RetryRequest } from '../../contract/events/webhook-delivery-contract.ts';
import type { Statement } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';
import { subscriberAt } from '../subscribers/save-subscriber.ts';
import { hasDelivery, hastenWaiting, renewFailed, renewOne, unblock } from './replay-store.ts';

/** Deliveries of one call. */
const STEP = 1_000;

const retryStatements = (id: number, { event_id, state }: RetryRequest, now: number): readonly Statement[] => {
  if (event_id !== undefined) {
    return [renewOne(id, event_id, now), hastenWaiting(id, now, { eventId: event_id, limit: STEP })];
  }
  return state === 'waiting'
    ? [hastenWaiting(id, now, { eventId: undefined, limit: STEP })]
    : [renewFailed(id, 0, now, STEP)];
};

export const retryDeliveries = async (
  { db, now, random, ...node }: Node,
  place: CompanyPlace,
  id: number,
  { asked, author }: { readonly asked: RetryRequest; readonly author: Author },
): Promise<Retried> => {
  const subscriber = await subscriberAt({ db, now, random, ...node }, place, id);
  if (subscriber.state === 'inactive') throw new Refusal('webhook_subscriber_inactive');
  if (asked.event_id !== undefined && !(await hasDelivery(db, id, asked.event_id)))
    throw new Refusal('event_not_found');
  const at = now();
  const statements = retryStatements(id, asked, at);
  const results = await db.commit([
    ...statements,
    ...(subscriber.state === 'blocked' ? [unblock(id, author.actor, at)] : []),
    auditStatement(
      {
        ...author,
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
  const queued = results.slice(0, statements.length).reduce((sum, { changes }) => sum + changes, 0);
  return { queued, has_more: queued >= STEP };
};
