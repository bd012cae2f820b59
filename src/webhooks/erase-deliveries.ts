/** Forgets what was delivered of a shopper's events, before the events themselves go. */
import type { Eraser } from '../events/erase-statements.ts';
import { ownEvents } from '../events/erase-statements.ts';

const tables = ['webhook_attempt', 'webhook_delivery'] as const;

export const deliveryEraser: Eraser = {
  name: 'webhook_deliveries',
  statements: (subject) => {
    const { where, params } = ownEvents(subject);
    return tables.map((table) => ({
      sql: `delete from ${table} where (application_id, event_id) in (select application_id, id from event where ${where})`,
      params,
    }));
  },
};
